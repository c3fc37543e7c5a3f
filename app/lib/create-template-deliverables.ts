import { isUnchangedDeliverable } from '#content/apply-template.ts';
import type { TemplatePage } from '#content/templates.ts';
import type { Deliverable } from '#domain/deliverable.ts';

import { callRpc } from './rpc/call-rpc.ts';

/**
 * Creates what a template delivers for a page, in this order. `existing`: deliverables of the page, which are used again if they
 * are what a template has created before.
 */
export async function createTemplateDeliverables(
  pageId: string,
  { deliverables = [] }: Pick<TemplatePage, 'deliverables'>,
  existing: readonly Deliverable[] = [],
): Promise<Deliverable[]> {
  const created: Deliverable[] = [];
  for (const template of deliverables) {
    const reused = existing.find((deliverable) => isUnchangedDeliverable(deliverable, template));
    created.push(reused ?? (await callRpc('create-deliverable', { pageId, ...template })).deliverable);
  }
  return created;
}

/** What the config of a page says of deliverables that come with every price. */
export const toDeliveredItems = (deliverables: readonly Pick<Deliverable, 'id'>[]) =>
  deliverables.map(({ id }) => ({ id, offeredWith: null }));

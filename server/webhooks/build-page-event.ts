import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import type { CheckoutPageResource } from '#domain/api-resources/page-resources.ts';

import type { OutgoingEvent } from './emit-webhooks.ts';
import { quoteName } from './event-sentences.ts';

export type PageChange = 'published' | 'unpublished' | 'paused' | 'resumed' | 'deleted';

/** Builds the event of a change of a page. A version is published and unpublished once, but can be paused several times. */
export function buildPageEvent(
  sellerId: string,
  page: CheckoutPageResource,
  change: PageChange,
  at: Date,
): OutgoingEvent {
  const { id, version } = page;
  const name = quoteName(page.name ?? page.productName);
  return {
    sellerId,
    key: `page.${change} ${id} ${change === 'paused' || change === 'resumed' ? at.toISOString() : version}`,
    type: `page.${change}`,
    subject: id,
    orderNumber: null,
    at,
    data: { page },
    sentence: SENTENCES[change]({ page: name, version }),
  };
}

const SENTENCES: Record<PageChange, (facts: { page: string; version: number }) => string> = {
  published: webhookSentences.pagePublished,
  unpublished: webhookSentences.pageUnpublished,
  paused: webhookSentences.pagePaused,
  resumed: webhookSentences.pageResumed,
  deleted: webhookSentences.pageDeleted,
};

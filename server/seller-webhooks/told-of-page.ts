import type { Context } from '#server/context.ts';

import type { ToldWebhook } from './tell-webhooks.ts';
import type { WebhookData } from './webhook-body.ts';
import { quoted } from './webhook-sentences.ts';

type Told = {
  id: string;
  sellerId: string;
  name: string;
  version: number;
  slug: string | null;
};

/** Builds the event of a page that went on sale or off sale: one for each publication. */
export function toldOfPage(
  { config }: Context,
  { id, sellerId, name, version, slug }: Told,
  state: 'published' | 'unpublished',
  at: Date,
): ToldWebhook {
  const page = { id, name, version, state, url: slug && `${config.appUrl}/c/${slug}` };
  const data: WebhookData<'page.published'> = { page };
  const sentence =
    state === 'published'
      ? `The page ${quoted(name)} is on sale (publication ${version}).`
      : `The page ${quoted(name)} is off sale.`;
  return {
    sellerId,
    key: `page.${state} ${id} ${version}`,
    type: `page.${state}`,
    subject: id,
    orderNumber: null,
    at,
    say: () => ({ data, sentence }),
  };
}

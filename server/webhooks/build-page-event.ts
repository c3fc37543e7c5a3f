import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import type { Context } from '#server/core/context.ts';

import type { OutgoingEvent } from './emit-webhooks.ts';
import type { WebhookData } from './event-schemas.ts';
import { quoteName } from './event-sentences.ts';

type EventPage = {
  id: string;
  sellerId: string;
  name: string;
  version: number;
  slug: string | null;
};

/** Builds the event of a page that went on sale or off sale: one for each publication. */
export function buildPageEvent(
  { config }: Context,
  { id, sellerId, name, version, slug }: EventPage,
  state: 'published' | 'unpublished',
  at: Date,
): OutgoingEvent {
  const page = { id, name, version, state, url: slug && `${config.appUrl}/c/${slug}` };
  const data: WebhookData<'page.published'> = { page };
  return {
    sellerId,
    key: `page.${state} ${id} ${version}`,
    type: `page.${state}`,
    subject: id,
    orderNumber: null,
    at,
    buildContent: () => ({
      data,
      sentence:
        state === 'published'
          ? webhookSentences.pagePublished({ page: quoteName(name), version })
          : webhookSentences.pageUnpublished({ page: quoteName(name) }),
    }),
  };
}

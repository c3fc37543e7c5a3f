import { webhookSentences } from '#content/messages/webhook-sentences.ts';
import type { CheckoutPageResource } from '#domain/api-resources/page-resources.ts';

import type { OutgoingEvent } from './emit-webhooks.ts';
import { quoteName } from './event-sentences.ts';

/** Builds the event of a page that went on sale or off sale: one for each publication. */
export function buildPageEvent(
  sellerId: string,
  page: CheckoutPageResource,
  change: 'published' | 'unpublished',
  at: Date,
): OutgoingEvent {
  const { id, version } = page;
  const name = quoteName(page.name ?? page.productName);
  return {
    sellerId,
    key: `page.${change} ${id} ${version}`,
    type: `page.${change}`,
    subject: id,
    orderNumber: null,
    at,
    data: { page },
    sentence:
      change === 'published'
        ? webhookSentences.pagePublished({ page: name, version })
        : webhookSentences.pageUnpublished({ page: name }),
  };
}

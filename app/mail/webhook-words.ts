import type { EmailOf } from '#domain/mail.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';

import { formatDateTime } from './mail-figures.ts';
import type { EmailLinks, EmailContent } from './mail-words.ts';
import { sanitizeName, truncateLine } from './plain-name.ts';

const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the host of the seller's URL. The full URL would be long and may contain a secret. */
const getDisplayHost = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return /^[\w.:[\]-]+$/.test(host) ? truncateLine(host, 80) : 'your program';
};

export function webhookPausedEmail(mail: EmailOf<'webhook_paused'>, { integrations }: EmailLinks): EmailContent {
  const host = getDisplayHost(mail.url);
  return {
    subject: `We have paused your webhook to ${truncateLine(host, 40)}`,
    title: 'A webhook is paused',
    preview: `Nothing has arrived at ${host} since ${formatDateTime(mail.since)}.`,
    blocks: [
      {
        kind: 'text',
        text: `Nothing that we send arrives there any more, so we have stopped trying. Orders are not touched by this: only your program does not hear of them.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Sent to', host],
          ['Not reached since', formatDateTime(mail.since)],
          ['What was wrong last', sanitizeName(mail.problem, 200) || 'It did not answer as it should'],
        ],
      },
      {
        kind: 'text',
        text: `What happens meanwhile waits for ${DELIVERY_RETENTION_DAYS} days, and is sent in its order when you switch the webhook on again. What has failed can be sent again by hand as long.`,
      },
      {
        kind: 'key',
        label: 'See what went wrong',
        href: UUID_PATTERN.test(mail.endpointId) ? `${integrations}/webhooks/${mail.endpointId}` : integrations,
      },
    ],
  };
}

import type { MailOf } from '#domain/mail.ts';
import { DELIVERIES_KEPT_DAYS } from '#domain/webhook-endpoint.ts';

import { momentText } from './mail-figures.ts';
import type { MailLinks, MailWords } from './mail-words.ts';
import { plainName, shownName } from './plain-name.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the host of the seller's URL. The full URL would be long and may contain a secret. */
const hostOf = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return /^[\w.:[\]-]+$/.test(host) ? shownName(host, 80) : 'your program';
};

export function webhookPaused(mail: MailOf<'webhook_paused'>, { integrations }: MailLinks): MailWords {
  const host = hostOf(mail.url);
  return {
    subject: `We have paused your webhook to ${shownName(host, 40)}`,
    title: 'A webhook is paused',
    preview: `Nothing has arrived at ${host} since ${momentText(mail.since)}.`,
    blocks: [
      {
        kind: 'text',
        text: `Nothing that we send arrives there any more, so we have stopped trying. Orders are not touched by this: only your program does not hear of them.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Sent to', host],
          ['Not reached since', momentText(mail.since)],
          ['What was wrong last', plainName(mail.problem, 200) || 'It did not answer as it should'],
        ],
      },
      {
        kind: 'text',
        text: `What happens meanwhile waits for ${DELIVERIES_KEPT_DAYS} days, and is sent in its order when you switch the webhook on again. What has failed can be sent again by hand as long.`,
      },
      {
        kind: 'key',
        label: 'See what went wrong',
        href: ID.test(mail.endpointId) ? `${integrations}/webhooks/${mail.endpointId}` : integrations,
      },
    ],
  };
}

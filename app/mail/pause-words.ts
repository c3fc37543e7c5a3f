import type { EmailOf } from '#domain/mail.ts';

import { formatDateTime } from './mail-figures.ts';
import type { EmailLinks, EmailContent } from './mail-words.ts';
import { truncateLine } from './plain-name.ts';

const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function pagePausedEmail(mail: EmailOf<'page_paused'>, { builder, pages }: EmailLinks): EmailContent {
  const name = truncateLine(mail.name, 120) || 'Your page';
  const resumesAt = formatDateTime(mail.until);
  return {
    subject: `“${truncateLine(name, 36)}” is taking a break from payments`,
    title: 'We have paused payments on a page',
    preview: `${mail.refused} cards were refused there, and none was charged. It goes on by itself.`,
    blocks: [
      {
        kind: 'text',
        text: `It looks as if somebody is trying out stolen card numbers on “${name}”: that is called card testing. They pay small sums to find out which cards still work. Banks count that against whoever takes the payments, so we have stopped it.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Page', name],
          ['Cards refused', String(mail.refused)],
          ['Takes payments again', resumesAt],
        ],
      },
      {
        kind: 'text',
        text: 'None of these cards was charged. Buyers see your page with a sentence that it is taking a short break. Your other pages go on selling, and so do subscriptions that run already.',
      },
      {
        kind: 'text',
        text: 'What you can do: look at your payments on Stripe, and give back what was paid by people you do not know. If they were your own buyers, let the page take payments again at once.',
      },
      {
        kind: 'key',
        label: 'Open the page',
        href: UUID_PATTERN.test(mail.pageId) ? `${builder}?page=${mail.pageId}` : pages,
      },
    ],
  };
}

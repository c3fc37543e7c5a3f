import type { MailOf } from '#domain/mail.ts';

import { momentText } from './mail-figures.ts';
import type { MailLinks, MailWords } from './mail-words.ts';
import { shownName } from './plain-name.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function pagePaused(mail: MailOf<'page_paused'>, { builder, pages }: MailLinks): MailWords {
  const name = shownName(mail.name, 120) || 'Your page';
  const until = momentText(mail.until);
  return {
    subject: `“${shownName(name, 36)}” is taking a break from payments`,
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
          ['Takes payments again', until],
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
        href: ID.test(mail.pageId) ? `${builder}?page=${mail.pageId}` : pages,
      },
    ],
  };
}

import { SITE } from '#content/site.ts';
import type { MailOf } from '#domain/mail.ts';

import type { MailBlock, MailLinks, MailWords } from './mail-words.ts';
import { plainAddress, shownName, shownText } from './plain-name.ts';

const IN_SUBJECT = 36;
const SLUG = /^[a-z0-9-]{1,60}$/;

const toPages = ({ pages }: MailLinks): MailBlock => ({ kind: 'key', label: 'See your pages', href: pages });
const pageOf = (name: string): string => shownName(name, 120) || 'Your page';

export function pageSuspended(mail: MailOf<'page_suspended'>, links: MailLinks): MailWords {
  const name = pageOf(mail.name);
  return {
    subject: `“${shownName(name, IN_SUBJECT)}” was taken down`,
    title: 'Your page was taken down',
    preview: 'Buyers cannot see it any more. Nothing of it is lost.',
    blocks: [
      { kind: 'text', text: `We have taken “${name}” down. Whoever opens it reads that it is gone.` },
      { kind: 'words', by: 'Why we did:', text: shownText(mail.reason, 1000) },
      {
        kind: 'text',
        text: 'The page and its draft are kept, and so are your orders. Subscriptions that were bought on it go on; you can end them from your orders. Until this is settled you cannot publish new pages.',
      },
      {
        kind: 'text',
        text: `Do you think that we are wrong, or have you put it right? Write to ${SITE.supportEmail}. Somebody will read it.`,
      },
      toPages(links),
    ],
  };
}

export function pageRestored(mail: MailOf<'page_restored'>, links: MailLinks): MailWords {
  const name = pageOf(mail.name);
  return {
    subject: `“${shownName(name, IN_SUBJECT)}” is back`,
    title: 'Your page is back',
    preview: 'It is as it was before.',
    blocks: [
      {
        kind: 'text',
        text: `“${name}” is not held back any more. It is as it was before: on sale, if it was on sale then.`,
      },
      toPages(links),
    ],
  };
}

/** Breaks up URLs, because email programs link them. */
const unlinked = (text: string): string => text.replaceAll('://', ': //').replaceAll(/www\./gi, 'www .');

/** Shows the reporter's text without links. */
export function pageReported(mail: MailOf<'page_reported'>, { home }: MailLinks): MailWords {
  const slug = SLUG.test(mail.slug) ? mail.slug : '';
  const words = unlinked(shownText(mail.words, 2000));
  const email = mail.email === null ? '' : plainAddress(mail.email);
  return {
    subject: `Reported: ${slug || 'a page'}`,
    title: 'A page was reported',
    preview: `${mail.reason}: “${shownName(mail.name, 60)}”`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Page', `/c/${slug}`],
          ['Product', shownName(mail.name, 120)],
          ['Why', mail.reason],
          ...(email ? [['Who reports it', email] as const] : []),
        ],
      },
      ...(words ? [{ kind: 'words' as const, by: 'In their words:', text: words }] : []),
      {
        kind: 'text',
        text: `“npm run pages -- show ${slug}” has all reports of this page; “suspend” takes it down and “close” closes a report. More reports of it today send no more mails.`,
      },
      ...(slug ? [{ kind: 'key' as const, label: 'Look at the page', href: `${home}/c/${slug}` }] : []),
    ],
  };
}

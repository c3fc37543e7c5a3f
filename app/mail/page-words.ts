import { SITE } from '#content/site.ts';
import type { EmailOf } from '#domain/mail.ts';

import type { EmailBlock, EmailLinks, EmailContent } from './mail-words.ts';
import { sanitizeEmail, truncateLine, truncateText } from './plain-name.ts';

const MAX_SUBJECT_NAME_LENGTH = 36;
const SLUG_PATTERN = /^[a-z0-9-]{1,60}$/;

const createPagesButton = ({ pages }: EmailLinks): EmailBlock => ({
  kind: 'key',
  label: 'See your pages',
  href: pages,
});
const getPageDisplayName = (name: string): string => truncateLine(name, 120) || 'Your page';

export function pageSuspendedEmail(mail: EmailOf<'page_suspended'>, links: EmailLinks): EmailContent {
  const name = getPageDisplayName(mail.name);
  return {
    subject: `“${truncateLine(name, MAX_SUBJECT_NAME_LENGTH)}” was taken down`,
    title: 'Your page was taken down',
    preview: 'Buyers cannot see it any more. Nothing of it is lost.',
    blocks: [
      { kind: 'text', text: `We have taken “${name}” down. Whoever opens it reads that it is gone.` },
      { kind: 'words', intro: 'Why we did:', text: truncateText(mail.reason, 1000) },
      {
        kind: 'text',
        text: 'The page and its draft are kept, and so are your orders. Subscriptions that were bought on it go on; you can end them from your orders. Until this is settled you cannot publish new pages.',
      },
      {
        kind: 'text',
        text: `Do you think that we are wrong, or have you put it right? Write to ${SITE.supportEmail}. Somebody will read it.`,
      },
      createPagesButton(links),
    ],
  };
}

export function pageRestoredEmail(mail: EmailOf<'page_restored'>, links: EmailLinks): EmailContent {
  const name = getPageDisplayName(mail.name);
  return {
    subject: `“${truncateLine(name, MAX_SUBJECT_NAME_LENGTH)}” is back`,
    title: 'Your page is back',
    preview: 'It is as it was before.',
    blocks: [
      {
        kind: 'text',
        text: `“${name}” is not held back any more. It is as it was before: on sale, if it was on sale then.`,
      },
      createPagesButton(links),
    ],
  };
}

/** Breaks up URLs, because email programs link them. */
const preventAutolinks = (text: string): string => text.replaceAll('://', ': //').replaceAll(/www\./gi, 'www .');

/** Shows the reporter's text without links. */
export function pageReportedEmail(mail: EmailOf<'page_reported'>, { home }: EmailLinks): EmailContent {
  const slug = SLUG_PATTERN.test(mail.slug) ? mail.slug : '';
  const reporterText = preventAutolinks(truncateText(mail.words, 2000));
  const email = mail.email === null ? '' : sanitizeEmail(mail.email);
  return {
    subject: `Reported: ${slug || 'a page'}`,
    title: 'A page was reported',
    preview: `${mail.reason}: “${truncateLine(mail.name, 60)}”`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Page', `/c/${slug}`],
          ['Product', truncateLine(mail.name, 120)],
          ['Why', mail.reason],
          ...(email ? [['Who reports it', email] as const] : []),
        ],
      },
      ...(reporterText ? [{ kind: 'words' as const, intro: 'In their words:', text: reporterText }] : []),
      {
        kind: 'text',
        text: `“npm run pages -- show ${slug}” has all reports of this page; “suspend” takes it down and “close” closes a report. More reports of it today send no more mails.`,
      },
      ...(slug ? [{ kind: 'key' as const, label: 'Look at the page', href: `${home}/c/${slug}` }] : []),
    ],
  };
}

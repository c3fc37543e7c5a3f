import { SITE } from '#content/site.ts';
import type { EmailOf } from '#domain/email.ts';

import type { EmailBlock, EmailLinks, EmailContent } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { sanitizeEmail, truncateLine, truncateText } from './sanitize.ts';

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

import { SITE } from '#content/site.ts';
import type { EmailOf } from '#domain/email.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';

import { ActionButton, Details, Paragraph, Quote, type Detail } from './email-blocks.tsx';
import type { EmailContent, EmailLinks } from './email-content.tsx';
import { formatDateTime } from './format.ts';
import { isUuid, sanitizeEmail, sanitizeName, truncateLine, truncateText } from './sanitize.ts';

// Emails about webhooks, domains and pages, and those to the operator.

/** Returns the host of the seller's URL. The full URL would be long and may contain a secret. */
const getDisplayHost = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return /^[\w.:[\]-]+$/.test(host) ? truncateLine(host, 80) : 'your endpoint';
};

export function webhookPausedEmail(mail: EmailOf<'webhook_paused'>, { integrations }: EmailLinks): EmailContent {
  const host = getDisplayHost(mail.url);
  const since = formatDateTime(mail.since);
  return {
    subject: `We paused your webhook to ${truncateLine(host, 40)}`,
    title: 'A webhook is paused',
    preview: `No event has reached ${host} since ${since}.`,
    body: (
      <>
        <Paragraph>
          None of our events reach your endpoint anymore, so we stopped sending them. This doesn’t affect your orders;
          your program just isn’t notified of them.
        </Paragraph>
        <Details
          rows={[
            ['Endpoint', host],
            ['Failing since', since],
            ['Last error', sanitizeName(mail.problem, 200) || 'Unexpected response'],
          ]}
        />
        <Paragraph>
          We keep new events for {DELIVERY_RETENTION_DAYS} days and send them in order once you resume the webhook. You
          can resend failed ones for just as long.
        </Paragraph>
        <ActionButton href={isUuid(mail.endpointId) ? `${integrations}/webhooks/${mail.endpointId}` : integrations}>
          See what went wrong
        </ActionButton>
      </>
    ),
  };
}

const MAX_PROBLEMS = 6;
const MAX_PROBLEM_LENGTH = 400;

/** One paragraph for each problem. Problems contain DNS values, which are shortened. */
const listProblems = (problems: readonly string[]) =>
  problems
    .slice(0, MAX_PROBLEMS)
    .map((problem, index) => <Paragraph key={index}>{truncateLine(problem, MAX_PROBLEM_LENGTH)}</Paragraph>);

const getDomainDisplayName = ({ name }: { name: string }): string => truncateLine(name, 60) || 'Your domain';

export function domainFailingEmail(mail: EmailOf<'domain_failing'>, { domains }: EmailLinks): EmailContent {
  const name = getDomainDisplayName(mail);
  return {
    subject: `${name} no longer leads to your page`,
    title: 'There is a problem with your domain',
    preview: 'Fix it within two days, and buyers won’t notice.',
    body: (
      <>
        <Paragraph>
          We check {name} once a day, and today its DNS records weren’t right. After {MAX_FAILED_CHECKS} such days we
          turn the domain off, and someone else could claim it.
        </Paragraph>
        {listProblems(mail.problems)}
        <Paragraph>
          The domain still works for now. Your page also sells at its original address, which always works.
        </Paragraph>
        <ActionButton href={domains}>See your domains</ActionButton>
      </>
    ),
  };
}

export function domainOffEmail(mail: EmailOf<'domain_off'>, { domains }: EmailLinks): EmailContent {
  const name = getDomainDisplayName(mail);
  return {
    subject: `${name} is turned off`,
    title: 'Your domain is turned off',
    preview: 'Your page still sells at its original address.',
    body: (
      <>
        <Paragraph>
          The DNS records of {name} were wrong for {MAX_FAILED_CHECKS} days in a row, so we turned the domain off. Your
          page still sells at its original address.
        </Paragraph>
        {listProblems(mail.problems)}
        <Paragraph>
          To use it again, fix the records and check the domain. If you don’t need it anymore, remove it from your
          domains and delete its records.
        </Paragraph>
        <ActionButton href={domains}>See your domains</ActionButton>
      </>
    ),
  };
}

const MAX_SUBJECT_NAME_LENGTH = 36;
const SLUG_PATTERN = /^[a-z0-9-]{1,60}$/;

const getPageDisplayName = (name: string): string => truncateLine(name, 120) || 'Your page';

export function pagePausedEmail(mail: EmailOf<'page_paused'>, { builder, pages }: EmailLinks): EmailContent {
  const name = getPageDisplayName(mail.name);
  return {
    subject: `We paused payments on “${truncateLine(name, MAX_SUBJECT_NAME_LENGTH)}”`,
    title: 'We paused payments on a page',
    preview: `${mail.refused} cards were declined, and none was charged. Payments resume automatically.`,
    body: (
      <>
        <Paragraph>
          Someone seems to be testing stolen card numbers on “{name}”. This is called card testing: they make small
          payments to find out which cards work. Banks hold that against the business that takes the payments, so we
          stopped it.
        </Paragraph>
        <Details
          rows={[
            ['Page', name],
            ['Cards declined', String(mail.refused)],
            ['Payments resume', formatDateTime(mail.until)],
          ]}
        />
        <Paragraph>
          None of these cards was charged. Buyers can see your page, which says that it’s taking a short break. Your
          other pages keep selling, and existing subscriptions continue.
        </Paragraph>
        <Paragraph>
          Check your payments on Stripe and refund any that you don’t recognize. If the attempts came from real buyers,
          you can resume payments right away.
        </Paragraph>
        <ActionButton href={isUuid(mail.pageId) ? `${builder}?page=${mail.pageId}` : pages}>Open the page</ActionButton>
      </>
    ),
  };
}

export function pageSuspendedEmail(mail: EmailOf<'page_suspended'>, { pages }: EmailLinks): EmailContent {
  const name = getPageDisplayName(mail.name);
  return {
    subject: `“${truncateLine(name, MAX_SUBJECT_NAME_LENGTH)}” was taken down`,
    title: 'Your page was taken down',
    preview: 'Buyers can’t see it anymore. Nothing was deleted.',
    body: (
      <>
        <Paragraph>We took down “{name}”. Anyone who opens it sees that it’s no longer available.</Paragraph>
        <Quote intro="Our reason:" text={truncateText(mail.reason, 1000)} />
        <Paragraph>
          The page, its draft and your orders are kept. Subscriptions that were bought on it continue, and you can
          cancel them from your orders. You can’t publish new pages until this is resolved.
        </Paragraph>
        <Paragraph>
          Do you disagree, or have you fixed it? Write to {SITE.supportEmail}, and a person will read it.
        </Paragraph>
        <ActionButton href={pages}>See your pages</ActionButton>
      </>
    ),
  };
}

export function pageRestoredEmail(mail: EmailOf<'page_restored'>, { pages }: EmailLinks): EmailContent {
  const name = getPageDisplayName(mail.name);
  return {
    subject: `“${truncateLine(name, MAX_SUBJECT_NAME_LENGTH)}” is back`,
    title: 'Your page is back',
    preview: 'Everything is as it was before.',
    body: (
      <>
        <Paragraph>“{name}” is no longer suspended: if it was on sale before, it’s on sale again.</Paragraph>
        <ActionButton href={pages}>See your pages</ActionButton>
      </>
    ),
  };
}

/** Breaks up URLs, because email programs link them. */
const preventAutolinks = (text: string): string => text.replaceAll('://', ': //').replaceAll(/www\./gi, 'www .');

/** Shows the reporter's text without links. */
export function pageReportedEmail(mail: EmailOf<'page_reported'>, { home }: EmailLinks): EmailContent {
  const slug = SLUG_PATTERN.test(mail.slug) ? mail.slug : '';
  const reporterText = preventAutolinks(truncateText(mail.words, 2000));
  const email = mail.email === null ? '' : sanitizeEmail(mail.email);
  const rows: Detail[] = [
    ['Page', `/c/${slug}`],
    ['Product', truncateLine(mail.name, 120)],
    ['Reason', mail.reason],
  ];
  if (email) rows.push(['Reported by', email]);
  return {
    subject: `Reported: ${slug || 'a page'}`,
    title: 'A page was reported',
    preview: `${mail.reason}: “${truncateLine(mail.name, 60)}”`,
    body: (
      <>
        <Details rows={rows} />
        {reporterText && <Quote intro="In their words:" text={reporterText} />}
        <Paragraph>
          “npm run pages -- show {slug}” lists all reports of this page, “suspend” takes it down, and “close” closes a
          report. Further reports today send no more emails.
        </Paragraph>
        {slug && <ActionButton href={`${home}/c/${slug}`}>Open the page</ActionButton>}
      </>
    ),
  };
}

export function operatorAlertEmail(mail: EmailOf<'operator_alert'>): EmailContent {
  const problem = truncateLine(mail.what, 120) || 'Something needs your attention';
  const detail = truncateText(mail.detail, 2000);
  const remedy = truncateText(mail.remedy, 1000);
  return {
    subject: `${SITE.name} needs you: ${truncateLine(problem, 50)}`,
    title: problem,
    preview: truncateLine(remedy, 120),
    body: (
      <>
        {remedy && <Paragraph>{remedy.replaceAll('\n', ' ')}</Paragraph>}
        {detail && <Quote intro="Details:" text={detail} />}
      </>
    ),
  };
}

import { SITE } from '#content/site.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import { isUuid } from '#domain/text.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';

import { actionButton, details, quote } from './email-blocks.tsx';
import type { EmailTemplates } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { getDisplayName, sanitizeEmail, sanitizeName, truncateLine, truncateText } from './sanitize.ts';

// Emails about webhooks, domains and pages, and those to the operator.

/** Returns the host of the seller's URL. The full URL would be long and may contain a secret. */
const getDisplayHost = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return /^[\w.:[\]-]+$/.test(host) ? truncateLine(host, 80) : 'your endpoint';
};

const MAX_PROBLEMS = 6;
const MAX_PROBLEM_LENGTH = 400;

/** One paragraph for each problem. Problems contain DNS values, which are shortened. */
const listProblems = (problems: readonly string[]): string[] =>
  problems.slice(0, MAX_PROBLEMS).map((problem) => truncateLine(problem, MAX_PROBLEM_LENGTH));

const getDomainName = (name: string): string => getDisplayName(name, 'Your domain', 60);

const SLUG_PATTERN = /^[a-z0-9-]{1,60}$/;

const getPageName = (name: string): string => getDisplayName(name, 'Your page');
const getSubjectPageName = (name: string): string => `“${truncateLine(getPageName(name), 36)}”`;

/** Breaks up URLs, because email programs link them. */
const preventAutolinks = (text: string): string => text.replaceAll('://', ': //').replaceAll(/www\./gi, 'www .');

export const INTEGRATION_TEMPLATES = {
  webhook_paused(mail, { integrations }) {
    const host = getDisplayHost(mail.url);
    const since = formatDateTime(mail.since);
    return {
      subject: `We paused your webhook to ${truncateLine(host, 40)}`,
      title: 'A webhook is paused',
      preview: `No event has reached ${host} since ${since}.`,
      body: [
        'None of our events reach your endpoint anymore, so we stopped sending them. This doesn’t affect your orders; your program just isn’t notified of them.',
        details(
          ['Endpoint', host],
          ['Failing since', since],
          ['Last error', sanitizeName(mail.problem, 200) || 'Unexpected response'],
        ),
        `We keep new events for ${DELIVERY_RETENTION_DAYS} days and send them in order once you resume the webhook. You can resend failed ones for just as long.`,
        actionButton(
          'See what went wrong',
          isUuid(mail.endpointId) ? `${integrations}/webhooks/${mail.endpointId}` : integrations,
        ),
      ],
    };
  },

  domain_failing(mail, { domains }) {
    const name = getDomainName(mail.name);
    return {
      subject: `${name} no longer leads to your page`,
      title: 'There is a problem with your domain',
      preview: 'Fix it within two days, and buyers won’t notice.',
      body: [
        `We check ${name} once a day, and today its DNS records weren’t right. After ${MAX_FAILED_CHECKS} such days we turn the domain off, and someone else could claim it.`,
        ...listProblems(mail.problems),
        'The domain still works for now. Your page also sells at its original address, which always works.',
        actionButton('See your domains', domains),
      ],
    };
  },

  domain_off(mail, { domains }) {
    const name = getDomainName(mail.name);
    return {
      subject: `${name} is turned off`,
      title: 'Your domain is turned off',
      preview: 'Your page still sells at its original address.',
      body: [
        `The DNS records of ${name} were wrong for ${MAX_FAILED_CHECKS} days in a row, so we turned the domain off. Your page still sells at its original address.`,
        ...listProblems(mail.problems),
        'To use it again, fix the records and check the domain. If you don’t need it anymore, remove it from your domains and delete its records.',
        actionButton('See your domains', domains),
      ],
    };
  },

  page_paused(mail, { builder, pages }) {
    const name = getPageName(mail.name);
    return {
      subject: `We paused payments on ${getSubjectPageName(mail.name)}`,
      title: 'We paused payments on a page',
      preview: `${mail.refused} cards were declined, and none was charged. Payments resume automatically.`,
      body: [
        `Someone seems to be testing stolen card numbers on “${name}”. This is called card testing: they make small payments to find out which cards work. Banks hold that against the business that takes the payments, so we stopped it.`,
        details(
          ['Page', name],
          ['Cards declined', String(mail.refused)],
          ['Payments resume', formatDateTime(mail.until)],
        ),
        'None of these cards was charged. Buyers can see your page, which says that it’s taking a short break. Your other pages keep selling, and existing subscriptions continue.',
        'Check your payments on Stripe and refund any that you don’t recognize. If the attempts came from real buyers, you can resume payments right away.',
        actionButton('Open the page', isUuid(mail.pageId) ? `${builder}?page=${mail.pageId}` : pages),
      ],
    };
  },

  page_suspended: (mail, { pages }) => ({
    subject: `${getSubjectPageName(mail.name)} was taken down`,
    title: 'Your page was taken down',
    preview: 'Buyers can’t see it anymore. Nothing was deleted.',
    body: [
      `We took down “${getPageName(mail.name)}”. Anyone who opens it sees that it’s no longer available.`,
      quote('Our reason:', truncateText(mail.reason, 1000)),
      'The page, its draft and your orders are kept. Subscriptions that were bought on it continue, and you can cancel them from your orders. You can’t publish new pages until this is resolved.',
      `Do you disagree, or have you fixed it? Write to ${SITE.supportEmail}, and a person will read it.`,
      actionButton('See your pages', pages),
    ],
  }),

  page_restored: ({ name }, { pages }) => ({
    subject: `${getSubjectPageName(name)} is back`,
    title: 'Your page is back',
    preview: 'Everything is as it was before.',
    body: [
      `“${getPageName(name)}” is no longer suspended: if it was on sale before, it’s on sale again.`,
      actionButton('See your pages', pages),
    ],
  }),

  /** Shows the reporter's text without links. */
  page_reported(mail, { home }) {
    const slug = SLUG_PATTERN.test(mail.slug) ? mail.slug : '';
    const reporterText = preventAutolinks(truncateText(mail.words, 2000));
    const email = mail.email === null ? '' : sanitizeEmail(mail.email);
    return {
      subject: `Reported: ${slug || 'a page'}`,
      title: 'A page was reported',
      preview: `${mail.reason}: “${truncateLine(mail.name, 60)}”`,
      body: [
        details(
          ['Page', `/c/${slug}`],
          ['Product', truncateLine(mail.name, 120)],
          ['Reason', mail.reason],
          ...(email ? [['Reported by', email] as const] : []),
        ),
        reporterText !== '' && quote('In their words:', reporterText),
        `“npm run pages -- show ${slug}” lists all reports of this page, “suspend” takes it down, and “close” closes a report. Further reports today send no more emails.`,
        slug !== '' && actionButton('Open the page', `${home}/c/${slug}`),
      ],
    };
  },

  operator_alert(mail) {
    const problem = getDisplayName(mail.what, 'Something needs your attention');
    const detail = truncateText(mail.detail, 2000);
    const remedy = truncateText(mail.remedy, 1000);
    return {
      subject: `${SITE.name} needs you: ${truncateLine(problem, 50)}`,
      title: problem,
      preview: truncateLine(remedy, 120),
      body: [remedy.replaceAll('\n', ' '), detail !== '' && quote('Details:', detail)],
    };
  },
} satisfies Partial<EmailTemplates>;

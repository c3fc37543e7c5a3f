import { integrationEmailMessages } from '#content/messages/emails-integration.ts';
import { SITE } from '#content/site.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import { isUuid } from '#domain/text.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';

import { actionButton, details, quote } from './email-blocks.tsx';
import type { EmailTemplates } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { getDisplayName, preventAutolinks, sanitizeEmail, truncateLine, truncateText } from './sanitize.ts';

// Emails about webhooks, domains, license keys and pages, and those to the operator.

/** Returns the host of the seller's URL. The full URL would be long and may contain a secret. */
const getDisplayHost = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return /^[\w.:[\]-]+$/.test(host) ? truncateLine(host, 80) : integrationEmailMessages.fallbackEndpoint;
};

const MAX_PROBLEMS = 6;
const MAX_PROBLEM_LENGTH = 400;

/** One paragraph for each problem. Problems contain DNS values, which are shortened. */
const listProblems = (problems: readonly string[]): string[] =>
  problems.slice(0, MAX_PROBLEMS).map((problem) => truncateLine(problem, MAX_PROBLEM_LENGTH));

const getDomainName = (name: string): string => getDisplayName(name, integrationEmailMessages.fallbackDomain, 60);

const SLUG_PATTERN = /^[a-z0-9-]{1,60}$/;

const getPageName = (name: string): string => getDisplayName(name, integrationEmailMessages.fallbackPage);
const getSubjectPageName = (name: string): string => truncateLine(getPageName(name), 36);

export const INTEGRATION_TEMPLATES = {
  webhook_paused(mail, { integrations }) {
    const messages = integrationEmailMessages.webhookPaused;
    const host = getDisplayHost(mail.url);
    const since = formatDateTime(mail.since);
    return {
      subject: messages.subject({ host: truncateLine(host, 40) }),
      title: messages.title,
      preview: messages.preview({ host, since }),
      body: [
        messages.text,
        details(
          [messages.endpoint, host],
          [messages.since, since],
          [messages.lastError, preventAutolinks(truncateLine(mail.problem, 200)) || messages.unknownError],
        ),
        messages.retention({ days: DELIVERY_RETENTION_DAYS }),
        actionButton(
          messages.open,
          isUuid(mail.endpointId) ? `${integrations}/webhooks/${mail.endpointId}` : integrations,
        ),
      ],
    };
  },

  domain_failing(mail, { domains }) {
    const messages = integrationEmailMessages.domainFailing;
    const domain = getDomainName(mail.name);
    return {
      subject: messages.subject({ domain }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text({ domain, checks: MAX_FAILED_CHECKS }),
        ...listProblems(mail.problems),
        messages.stillWorks,
        actionButton(integrationEmailMessages.seeDomains, domains),
      ],
    };
  },

  domain_off(mail, { domains }) {
    const messages = integrationEmailMessages.domainOff;
    const domain = getDomainName(mail.name);
    return {
      subject: messages.subject({ domain }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text({ domain, checks: MAX_FAILED_CHECKS }),
        ...listProblems(mail.problems),
        messages.advice,
        actionButton(integrationEmailMessages.seeDomains, domains),
      ],
    };
  },

  license_keys_low(mail, { licenses }) {
    const product = getDisplayName(mail.name, integrationEmailMessages.fallbackProduct, 60);
    const subjectProduct = truncateLine(product, 30);
    const messages = integrationEmailMessages[mail.unusedKeys === 0 ? 'licenseKeysGone' : 'licenseKeysLow'];
    const values = { count: mail.unusedKeys, product };
    return {
      subject: messages.subject({ ...values, product: subjectProduct }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text(values),
        integrationEmailMessages.addKeysAdvice,
        actionButton(
          integrationEmailMessages.addKeys,
          isUuid(mail.deliverableId) ? `${licenses}?deliverable=${mail.deliverableId}` : licenses,
        ),
      ],
    };
  },

  page_paused(mail, { builder, pages }) {
    const messages = integrationEmailMessages.pagePaused;
    const page = getPageName(mail.name);
    return {
      subject: messages.subject({ page: getSubjectPageName(mail.name) }),
      title: messages.title,
      preview: messages.preview({ declined: mail.refused }),
      body: [
        messages.text({ page }),
        details(
          [messages.page, page],
          [messages.declined, String(mail.refused)],
          [messages.until, formatDateTime(mail.until)],
        ),
        messages.consequences,
        messages.advice,
        actionButton(integrationEmailMessages.openPage, isUuid(mail.pageId) ? `${builder}?page=${mail.pageId}` : pages),
      ],
    };
  },

  page_suspended(mail, { pages }) {
    const messages = integrationEmailMessages.pageSuspended;
    return {
      subject: messages.subject({ page: getSubjectPageName(mail.name) }),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text({ page: getPageName(mail.name) }),
        quote(messages.reason, truncateText(mail.reason, 1000)),
        messages.consequences,
        messages.appeal({ supportEmail: SITE.supportEmail }),
        actionButton(integrationEmailMessages.seePages, pages),
      ],
    };
  },

  page_restored({ name }, { pages }) {
    const messages = integrationEmailMessages.pageRestored;
    return {
      subject: messages.subject({ page: getSubjectPageName(name) }),
      title: messages.title,
      preview: messages.preview,
      body: [messages.text({ page: getPageName(name) }), actionButton(integrationEmailMessages.seePages, pages)],
    };
  },

  /** Shows the reporter's text without links. */
  page_reported(mail, { home }) {
    const messages = integrationEmailMessages.pageReported;
    const slug = SLUG_PATTERN.test(mail.slug) ? mail.slug : '';
    const reporterText = preventAutolinks(truncateText(mail.words, 2000));
    const email = mail.email === null ? '' : sanitizeEmail(mail.email);
    return {
      subject: slug ? messages.subject({ slug }) : messages.subjectUnknown,
      title: messages.title,
      preview: messages.preview({ reason: mail.reason, product: truncateLine(mail.name, 60) }),
      body: [
        details(
          [messages.page, `/c/${slug}`],
          [messages.product, truncateLine(mail.name, 120)],
          [messages.reason, mail.reason],
          ...(email ? [[messages.reporter, email] as const] : []),
        ),
        reporterText !== '' && quote(messages.text, reporterText),
        messages.commands({ slug }),
        slug !== '' && actionButton(integrationEmailMessages.openPage, `${home}/c/${slug}`),
      ],
    };
  },

  operator_alert(mail) {
    const messages = integrationEmailMessages.operatorAlert;
    const problem = getDisplayName(mail.what, messages.fallbackProblem);
    const detail = truncateText(mail.detail, 2000);
    const remedy = truncateText(mail.remedy, 1000);
    return {
      subject: messages.subject({ site: SITE.name, problem: truncateLine(problem, 50) }),
      title: problem,
      preview: truncateLine(remedy, 120),
      body: [remedy.replaceAll('\n', ' '), detail !== '' && quote(messages.details, detail)],
    };
  },
} satisfies Partial<EmailTemplates>;

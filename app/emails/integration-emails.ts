import type { EmailOf } from '#domain/email.ts';
import { MAX_FAILED_CHECKS } from '#domain/seller-domain.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';

import type { EmailBlock, EmailLinks, EmailContent } from './email-content.ts';
import { formatDateTime } from './format.ts';
import { truncateLine, sanitizeName } from './sanitize.ts';

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

const MAX_PROBLEMS = 6;
const MAX_PROBLEM_LENGTH = 400;

/** One paragraph for each problem. Problems contain DNS values, which are shortened. */
const createProblemBlocks = (problems: readonly string[]): EmailBlock[] =>
  problems.slice(0, MAX_PROBLEMS).map((problem) => ({ kind: 'text', text: truncateLine(problem, MAX_PROBLEM_LENGTH) }));

const createDomainsButton = ({ domains }: EmailLinks): EmailBlock => ({
  kind: 'key',
  label: 'See your domains',
  href: domains,
});

const getDomainDisplayName = ({ name }: { name: string }): string => truncateLine(name, 60) || 'Your domain';

export function domainFailingEmail(mail: EmailOf<'domain_failing'>, links: EmailLinks): EmailContent {
  const name = getDomainDisplayName(mail);
  return {
    subject: `${name} does not lead to your page any more`,
    title: 'Something is wrong with your domain',
    preview: 'Put it right within two days, and nobody will notice.',
    blocks: [
      {
        kind: 'text',
        text: `We look at ${name} once a day. Today its records were not as they should be. After ${MAX_FAILED_CHECKS} such days the domain is switched off, and somebody else could claim it.`,
      },
      ...createProblemBlocks(mail.problems),
      {
        kind: 'text',
        text: 'Meanwhile the domain still answers, and your page sells under its first address as well, which always works.',
      },
      createDomainsButton(links),
    ],
  };
}

export function domainOffEmail(mail: EmailOf<'domain_off'>, links: EmailLinks): EmailContent {
  const name = getDomainDisplayName(mail);
  return {
    subject: `${name} is switched off`,
    title: 'Your domain is switched off',
    preview: 'Your page sells on under its first address.',
    blocks: [
      {
        kind: 'text',
        text: `The records of ${name} were wrong for ${MAX_FAILED_CHECKS} days in a row, so we switched the domain off. Your page sells on under its first address.`,
      },
      ...createProblemBlocks(mail.problems),
      {
        kind: 'text',
        text: 'Do you want it back? Put the records right, and let us look again. Do you not need it any more? Then remove it from your domains, and delete its records.',
      },
      createDomainsButton(links),
    ],
  };
}

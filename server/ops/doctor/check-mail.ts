import { createTransport } from 'nodemailer';

import type { Config } from '#server/core/config.ts';
import type { Dns } from '#server/outgoing/dns.ts';

import { findingsAbout, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = findingsAbout('mail');
const CHECK_TIMEOUT_MS = 10_000;

export async function checkMail(config: Config, dns: Dns): Promise<Finding[]> {
  const { smtpUrl, mailFrom, operatorEmail, mode } = config;
  if (!smtpUrl || !mailFrom) {
    const remedy = 'Set SMTP_URL and MAIL_FROM';
    return [mode === 'live' ? wrong('nothing is sent: mail waits', remedy) : later('is only kept', remedy)];
  }
  return [
    await checkMailServer(smtpUrl),
    ...(await checkMailDomain(mailFrom, dns)),
    operatorEmail ? ok('alerts go to OPERATOR_EMAIL') : warning('alerts only stand in the log', 'Set OPERATOR_EMAIL'),
  ];
}

/** Connects, starts TLS and signs in, but sends nothing. */
async function checkMailServer(smtpUrl: string): Promise<Finding> {
  const timeouts = {
    connectionTimeout: CHECK_TIMEOUT_MS,
    greetingTimeout: CHECK_TIMEOUT_MS,
    socketTimeout: CHECK_TIMEOUT_MS,
  };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return ok('the server takes us');
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number };
    const remedy =
      code === 'EAUTH' ? 'User and password of SMTP_URL are refused' : 'Does SMTP_URL name the right host and port?';
    return wrong(`the server does not take us (${[code, responseCode].filter(Boolean).join(' ')})`, remedy);
  } finally {
    transport.close();
  }
}

async function checkMailDomain(mailFrom: string, dns: Dns): Promise<Finding[]> {
  const domain = /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1];
  if (!domain) return [wrong('MAIL_FROM has no address', 'An address, or Name <address>')];
  const hasRecord = async (name: string, pattern: RegExp) =>
    (await dns.txt(name).catch(() => null))?.some((text) => pattern.test(text)) ?? null;
  const findingFor = (recordName: string, isPublished: boolean | null, remedy: string) => {
    if (isPublished === null) return warning(`${recordName} of ${domain} could not be looked up`, 'Ask again later');
    return isPublished
      ? ok(`${domain} publishes ${recordName}`)
      : warning(`${domain} publishes no ${recordName}`, remedy);
  };
  return [
    findingFor(
      'SPF',
      await hasRecord(domain, /^v=spf1\b/i),
      'Publish what your mail provider tells, or mail ends as spam',
    ),
    findingFor(
      'DMARC',
      await hasRecord(`_dmarc.${domain}`, /^v=DMARC1\b/i),
      `Publish v=DMARC1; p=none at _dmarc.${domain} to begin with`,
    ),
  ];
}

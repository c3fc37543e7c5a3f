import { createTransport } from 'nodemailer';

import type { Config } from '#server/core/config.ts';
import type { Dns } from '#server/outgoing/dns.ts';

import { findingsAbout, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = findingsAbout('email');
const CHECK_TIMEOUT_MS = 10_000;

export async function checkMail(config: Config, dns: Dns): Promise<Finding[]> {
  const { smtpUrl, mailFrom, operatorEmail, mode } = config;
  if (!smtpUrl || !mailFrom) {
    const remedy = 'Set SMTP_URL and MAIL_FROM';
    return [
      mode === 'live'
        ? wrong('emails aren’t sent and wait in a queue', remedy)
        : later('emails are stored but not sent', remedy),
    ];
  }
  return [
    await checkMailServer(smtpUrl),
    ...(await checkMailDomain(mailFrom, dns)),
    operatorEmail ? ok('alerts go to OPERATOR_EMAIL') : warning('alerts are only in the log', 'Set OPERATOR_EMAIL'),
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
    return ok('the SMTP server accepts the connection');
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number };
    const remedy = code === 'EAUTH' ? 'Check the user and password in SMTP_URL' : 'Check the host and port in SMTP_URL';
    return wrong(
      `the SMTP server rejects the connection or can’t be reached (${[code, responseCode].filter(Boolean).join(' ')})`,
      remedy,
    );
  } finally {
    transport.close();
  }
}

async function checkMailDomain(mailFrom: string, dns: Dns): Promise<Finding[]> {
  const domain = /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1];
  if (!domain)
    return [wrong('MAIL_FROM has no email address', 'Set it to an email address or to Name <email address>')];
  const hasRecord = async (name: string, pattern: RegExp) =>
    (await dns.txt(name).catch(() => null))?.some((text) => pattern.test(text)) ?? null;
  const findingFor = (recordName: string, isPublished: boolean | null, remedy: string) => {
    if (isPublished === null)
      return warning(`the ${recordName} record of ${domain} couldn’t be looked up`, 'Try again later');
    return isPublished
      ? ok(`the ${recordName} record of ${domain} is published`)
      : warning(`the ${recordName} record of ${domain} is missing`, remedy);
  };
  return [
    findingFor(
      'SPF',
      await hasRecord(domain, /^v=spf1\b/i),
      'Publish the record that your email provider gives you, or emails may be marked as spam',
    ),
    findingFor(
      'DMARC',
      await hasRecord(`_dmarc.${domain}`, /^v=DMARC1\b/i),
      `Start by publishing v=DMARC1; p=none at _dmarc.${domain}`,
    ),
  ];
}

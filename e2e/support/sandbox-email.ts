import type { HttpTestApp } from './http-test-app.ts';

const decodeHtml = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#x3D;', '=');

/** Fetches a page of the sandbox. */
export type FetchText = (url: string) => Promise<string>;

export const fetchText: FetchText = async (url) => (await fetch(url)).text();

/** The texts of all messages to an email address or phone number, newest first. */
export async function readSandboxEmails(
  appUrl: string,
  email: string,
  fetchPage: FetchText = fetchText,
): Promise<string[]> {
  const list = await fetchPage(`${appUrl}/sandbox/mail?to=${encodeURIComponent(email)}`);
  const ids = list
    .split('<tr>')
    .filter((row) => row.includes(email))
    .flatMap((row) => /\/sandbox\/mail\/([0-9a-f-]{36})/.exec(row)?.[1] ?? []);
  const pages = await Promise.all(ids.map((id) => fetchPage(`${appUrl}/sandbox/mail/${id}`)));
  return pages.map((html) => decodeHtml(/<pre[^>]*>([\s\S]*)<\/pre>/.exec(html)?.[1] ?? ''));
}

/** Waits until the app is idle, and returns the texts of all emails to an address, newest first. */
export async function listEmails(app: HttpTestApp, email: string): Promise<string[]> {
  await app.waitUntilIdle();
  return readSandboxEmails(app.url, email);
}

/** The newest email to an address whose text matches. */
export async function findEmail(app: HttpTestApp, email: string, pattern: RegExp): Promise<string> {
  const mails = await listEmails(app, email);
  const match = mails.find((text) => pattern.test(text));
  if (match === undefined) throw new Error(`No mail to ${email} matches ${pattern}: ${mails.join('\n---\n')}`);
  return match;
}

/** The purchases link in the newest email that has one. */
export async function findPurchasesLink(app: HttpTestApp, email: string): Promise<string> {
  const pattern = /https?:\/\/\S+\/purchases\/open\?token=[\w-]+/;
  return pattern.exec(await findEmail(app, email, pattern))?.[0] ?? '';
}

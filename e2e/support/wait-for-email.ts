import type { RunningApp } from './app-process.ts';
import { expect } from './fixtures.ts';

export type SandboxEmail = { text: string; link: string; code: string };

type FetchText = (url: string) => Promise<string>;

const fetchText: FetchText = async (url) => (await fetch(url)).text();

const decodeHtml = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#x3D;', '=');

/** URL of the sandbox's list of messages to an email address or phone number. */
const getMailListUrl = ({ sandboxUrl }: RunningApp, email: string): string =>
  `${sandboxUrl}/sandbox/mail?to=${encodeURIComponent(email)}`;

/** Waits for the newest message to an address or number that matches, and returns its text, link and code. */
export async function waitForEmail(
  app: RunningApp,
  email: string,
  pattern: RegExp,
  fetchPage: FetchText = fetchText,
): Promise<SandboxEmail> {
  let text = '';
  await expect(async () => {
    const list = await fetchPage(getMailListUrl(app, email));
    const ids = list
      .split('<tr>')
      .filter((row) => row.includes(email))
      .flatMap((row) => /\/sandbox\/mail\/([0-9a-f-]{36})/.exec(row)?.[1] ?? []);
    const emailPages = await Promise.all(ids.map((id) => fetchPage(`${app.sandboxUrl}/sandbox/mail/${id}`)));
    const match = emailPages
      .map((html) => decodeHtml(/<pre[^>]*>([\s\S]*)<\/pre>/.exec(html)?.[1] ?? ''))
      .find((emailText) => pattern.test(emailText));
    expect(match, `a mail to ${email} that says ${pattern}`).toBeDefined();
    text = match ?? '';
  }).toPass({ timeout: 10_000 });
  const link = /https?:\/\/\S+\/auth\/confirm\S+/.exec(text)?.[0] ?? '';
  const code = /\b\d{6}\b/.exec(text.replaceAll(link, ''))?.[0] ?? '';
  return { text, link, code };
}

/** Waits for the newest email with a purchases link. `fetchPage` reads sandbox pages where `fetch` rejects the certificate. */
export async function waitForPurchasesLink(
  app: RunningApp,
  email: string,
  fetchPage: FetchText = fetchText,
): Promise<string> {
  const { text } = await waitForEmail(app, email, /\/purchases\/open\?token=/, fetchPage);
  return /https?:\/\/\S+\/purchases\/open\?token=[\w-]+/.exec(text)?.[0] ?? '';
}

import type { RunningApp } from './app-process.ts';
import { expect } from './fixtures.ts';
import { fetchText, readSandboxEmails, type FetchText } from './sandbox-email.ts';

type SandboxEmail = { text: string; link: string; code: string };

/** Waits for the newest message to an address or number that matches, and returns its text, link and code. */
export async function waitForEmail(
  app: RunningApp,
  email: string,
  pattern: RegExp,
  fetchPage: FetchText = fetchText,
): Promise<SandboxEmail> {
  let text = '';
  await expect(async () => {
    const emails = await readSandboxEmails(app.url, email, fetchPage);
    const match = emails.find((emailText) => pattern.test(emailText));
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

import type { HttpTestApp } from './http-test-app.ts';

const decodeHtml = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#x3D;', '=');

/** Waits until the app is idle, and returns the texts of all emails to an address, newest first. */
export async function listEmails(app: HttpTestApp, email: string): Promise<string[]> {
  await app.waitUntilIdle();
  const list = await (await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)).text();
  const ids = list
    .split('<tr>')
    .slice(1)
    .filter((row) => row.includes(email))
    .flatMap((row) => /\/sandbox\/mail\/([0-9a-f-]{36})/.exec(row)?.[1] ?? []);
  return Promise.all(
    ids.map(async (id) => {
      const page = await (await fetch(`${app.url}/sandbox/mail/${id}`)).text();
      return decodeHtml(/<pre[^>]*>([\s\S]*)<\/pre>/.exec(page)?.[1] ?? '');
    }),
  );
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

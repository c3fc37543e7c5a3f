import { expect } from './journey.ts';
import type { Shop } from './shop-process.ts';

export type Letter = { text: string; link: string; code: string };

type Fetch = (url: string) => Promise<string>;

const textOf: Fetch = async (url) => (await fetch(url)).text();

const plain = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&#x3D;', '=');

/** URL of the sandbox's list of messages to an email address or phone number. */
const deskOf = ({ sandboxUrl }: Shop, email: string): string =>
  `${sandboxUrl}/sandbox/mail?to=${encodeURIComponent(email)}`;

/** Waits for the newest message to an address or number that matches, and returns its text, link and code. */
export async function mailOf(
  shop: Shop,
  email: string,
  saying: RegExp,
  look: Fetch = textOf,
): Promise<Letter> {
  let text = '';
  await expect(async () => {
    const desk = await look(deskOf(shop, email));
    const ids = desk
      .split('<tr>')
      .filter((row) => row.includes(email))
      .flatMap((row) => /\/sandbox\/mail\/([0-9a-f-]{36})/.exec(row)?.[1] ?? []);
    const letters = await Promise.all(ids.map((id) => look(`${shop.sandboxUrl}/sandbox/mail/${id}`)));
    const found = letters
      .map((page) => plain(/<pre[^>]*>([\s\S]*)<\/pre>/.exec(page)?.[1] ?? ''))
      .find((letter) => saying.test(letter));
    expect(found, `a mail to ${email} that says ${saying}`).toBeDefined();
    text = found ?? '';
  }).toPass({ timeout: 10_000 });
  const link = /https?:\/\/\S+\/auth\/confirm\S+/.exec(text)?.[0] ?? '';
  const code = /\b\d{6}\b/.exec(text.replaceAll(link, ''))?.[0] ?? '';
  return { text, link, code };
}

/** Waits for the newest email with a purchases link. `fetchPage` reads sandbox pages where `fetch` rejects the certificate. */
export async function purchasesLinkOf(shop: Shop, email: string, look: Fetch = textOf): Promise<string> {
  const { text } = await mailOf(shop, email, /\/purchases\/open\?token=/, look);
  return /https?:\/\/\S+\/purchases\/open\?token=[\w-]+/.exec(text)?.[0] ?? '';
}

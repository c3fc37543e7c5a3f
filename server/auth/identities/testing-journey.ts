/** Sign-ins with the sandbox's mock identity providers. For tests only. */
import type { AuthClient } from '@supabase/auth-js';
import { eq } from 'drizzle-orm';

import type { IdentityProvider } from '#domain/account.ts';

import { users } from '#server/db/schema-people.ts';
import { authClient, TEST_ORIGIN, type TestShop } from '#server/testing.ts';

export type Browser = InstanceType<typeof AuthClient>;
export type Typed = { email?: string; name?: string; verified?: boolean; cancel?: boolean };

export const newAddress = (): string => `${crypto.randomUUID()}@example.com`;

export const browserOf = (shop: TestShop): Browser => authClient(shop.request);

export const locationOf = (answer: Response): URL => {
  const location = answer.headers.get('location');
  if (!location) throw new Error(`Nowhere to go: ${answer.status}`);
  return new URL(location, TEST_ORIGIN);
};

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** Submits the provider's page. Returns the request that leads back to us. */
export async function answerPage(
  shop: TestShop,
  page: URL,
  { email = newAddress(), name = 'Sam Vane', verified = true, cancel = false }: Typed = {},
): Promise<{ path: string; init: RequestInit }> {
  const fields = {
    email,
    name,
    action: cancel ? 'cancel' : 'continue',
    ...(verified ? { verified: 'yes' } : {}),
  };
  const answer = await shop.request(page.pathname + page.search, form(fields));
  if (answer.status === 303) {
    const { pathname, search } = locationOf(answer);
    return { path: pathname + search, init: {} };
  }
  // Apple's response mode: a form that is posted to us.
  const html = await answer.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (answer.status !== 200 || !action) throw new Error(`The provider answered ${answer.status}`);
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return {
    path: new URL(action).pathname,
    init: form(Object.fromEntries(hidden.map(([, key = '', value = '']) => [key, unescaped(value)]))),
  };
}

/** Visits a provider's URL and submits its page. Returns the URL that the flow ends at. */
export async function walk(shop: TestShop, page: URL, typed?: Typed): Promise<URL> {
  const { path, init } = await answerPage(shop, page, typed);
  return locationOf(await shop.request(path, init));
}

/** The URL of the provider's page, reached from our sign-in page. */
export async function leave(shop: TestShop, browser: Browser, provider: IdentityProvider): Promise<URL> {
  const { data, error } = await browser.signInWithOAuth({
    provider,
    options: { redirectTo: `${TEST_ORIGIN}/auth?next=/pages`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  const { pathname, search } = new URL(data.url);
  return locationOf(await shop.request(pathname + search));
}

/** Signs in with a provider, including the code exchange. */
export async function signInOver(
  shop: TestShop,
  provider: IdentityProvider,
  typed?: Typed,
  browser = browserOf(shop),
) {
  const end = await walk(shop, await leave(shop, browser, provider), typed);
  const code = end.searchParams.get('code');
  if (code === null) return { browser, end, user: null, error: end.searchParams.get('error_code') };
  const { data, error } = await browser.exchangeCodeForSession(code);
  return { browser, end, user: data.user, error: error?.code ?? null };
}

/** Links a provider to the signed-in account, including the code exchange. */
export async function linkOver(shop: TestShop, browser: Browser, provider: IdentityProvider, typed?: Typed) {
  const { data, error } = await browser.linkIdentity({
    provider,
    options: { redirectTo: `${TEST_ORIGIN}/account` },
  });
  if (error) return { end: null, user: null, error: error.code ?? null };
  const end = await walk(shop, new URL(data.url), typed);
  const code = end.searchParams.get('code');
  if (code === null) return { end, user: null, error: end.searchParams.get('error_code') };
  const exchanged = await browser.exchangeCodeForSession(code);
  return { end, user: exchanged.data.user, error: exchanged.error?.code ?? null };
}

/** Confirms the address, as the link of a mail does. */
export const confirmAddress = async ({ context }: TestShop, email: string): Promise<void> =>
  void (await context.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, email)));

/** A browser in which a seller has signed up with a password. */
export async function signedUpBrowser(shop: TestShop, email = newAddress()): Promise<Browser> {
  const browser = browserOf(shop);
  const { error } = await browser.signUp({ email, password: 'correct horse' });
  if (error) throw error;
  return browser;
}

export const VERIFIER = 'v'.repeat(64);
export const CHALLENGE = { code_challenge: VERIFIER, code_challenge_method: 'plain' };

/** Starts a flow, as a browser with a plain challenge. */
export const authorize = (shop: TestShop, query: Record<string, string>) =>
  shop.request(`/auth/v1/authorize?${new URLSearchParams({ provider: 'google', ...CHALLENGE, ...query })}`);

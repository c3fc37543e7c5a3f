/** Sign-ins with the sandbox's mock identity providers. For tests only. */
import type { AuthClient } from '@supabase/auth-js';
import { eq } from 'drizzle-orm';

import type { IdentityProvider } from '#domain/account.ts';
import { users } from '#server/db/schema-users.ts';

import { authClient, TEST_ORIGIN, type TestApp } from './test-app.ts';

export type Browser = InstanceType<typeof AuthClient>;
type ProviderInput = { email?: string; name?: string; verified?: boolean; cancel?: boolean };

export const createEmail = (): string => `${crypto.randomUUID()}@example.com`;

export const createBrowser = (app: TestApp): Browser => authClient(app.request);

export const getLocation = (response: Response): URL => {
  const location = response.headers.get('location');
  if (!location) throw new Error(`Nowhere to go: ${response.status}`);
  return new URL(location, TEST_ORIGIN);
};

const createForm = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** Submits the provider's page. Returns the request that leads back to us. */
export async function submitProviderPage(
  app: TestApp,
  page: URL,
  { email = createEmail(), name = 'Sam Vane', verified = true, cancel = false }: ProviderInput = {},
): Promise<{ path: string; init: RequestInit }> {
  const fields = {
    email,
    name,
    action: cancel ? 'cancel' : 'continue',
    ...(verified ? { verified: 'yes' } : {}),
  };
  const response = await app.request(page.pathname + page.search, createForm(fields));
  if (response.status === 303) {
    const { pathname, search } = getLocation(response);
    return { path: pathname + search, init: {} };
  }
  // Apple's response mode: a form that is posted to us.
  const html = await response.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (response.status !== 200 || !action) throw new Error(`The provider answered ${response.status}`);
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return {
    path: new URL(action).pathname,
    init: createForm(Object.fromEntries(hidden.map(([, key = '', value = '']) => [key, unescaped(value)]))),
  };
}

/** Visits a provider's URL and submits its page. Returns the URL that the flow ends at. */
export async function completeFlow(app: TestApp, page: URL, input?: ProviderInput): Promise<URL> {
  const { path, init } = await submitProviderPage(app, page, input);
  return getLocation(await app.request(path, init));
}

/** The URL of the provider's page, reached from our sign-in page. */
export async function startFlow(app: TestApp, browser: Browser, provider: IdentityProvider): Promise<URL> {
  const { data, error } = await browser.signInWithOAuth({
    provider,
    options: { redirectTo: `${TEST_ORIGIN}/auth?next=/pages`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  const { pathname, search } = new URL(data.url);
  return getLocation(await app.request(pathname + search));
}

/** Signs in with a provider, including the code exchange. */
export async function signInWithProvider(
  app: TestApp,
  provider: IdentityProvider,
  input?: ProviderInput,
  browser = createBrowser(app),
) {
  const end = await completeFlow(app, await startFlow(app, browser, provider), input);
  const code = end.searchParams.get('code');
  if (code === null) return { browser, end, user: null, error: end.searchParams.get('error_code') };
  const { data, error } = await browser.exchangeCodeForSession(code);
  return { browser, end, user: data.user, error: error?.code ?? null };
}

/** Links a provider to the signed-in account, including the code exchange. */
export async function linkProvider(app: TestApp, browser: Browser, provider: IdentityProvider, input?: ProviderInput) {
  const { data, error } = await browser.linkIdentity({
    provider,
    options: { redirectTo: `${TEST_ORIGIN}/account` },
  });
  if (error) return { end: null, user: null, error: error.code ?? null };
  const end = await completeFlow(app, new URL(data.url), input);
  const code = end.searchParams.get('code');
  if (code === null) return { end, user: null, error: end.searchParams.get('error_code') };
  const exchange = await browser.exchangeCodeForSession(code);
  return { end, user: exchange.data.user, error: exchange.error?.code ?? null };
}

/** Confirms the address, as the link of a mail does. */
export const confirmAddressByEmail = async ({ context }: TestApp, email: string): Promise<void> =>
  void (await context.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, email)));

/** A browser in which a seller has signed up with a password. */
export async function signUpBrowser(app: TestApp, email = createEmail()): Promise<Browser> {
  const browser = createBrowser(app);
  const { error } = await browser.signUp({ email, password: 'correct horse' });
  if (error) throw error;
  return browser;
}

export const VERIFIER = 'v'.repeat(64);
export const CHALLENGE = { code_challenge: VERIFIER, code_challenge_method: 'plain' };

/** Starts a flow, as a browser with a plain challenge. */
export const requestAuthorize = (app: TestApp, query: Record<string, string>) =>
  app.request(`/auth/v1/authorize?${new URLSearchParams({ provider: 'google', ...CHALLENGE, ...query })}`);

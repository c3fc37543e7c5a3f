import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import type { RunningApp } from './app-process.ts';

/** The part of a running app that RPC calls need. `readEmailCode`: where email is sent, new sellers confirm their address. */
type AppUrl = Pick<RunningApp, 'url'> & { readEmailCode?: (email: string) => Promise<string> };

const SESSION_KEY = 'tillwright-session';

export const PASSWORD = 'brass-till-27';

/** Returns an email address that no other test uses. */
export const uniqueEmail = (prefix = 'seller'): string => `${prefix}-${randomUUID().slice(0, 13)}@example.com`;

/** Returns a text that no other test uses, for names and slugs. */
export const uniqueName = (prefix: string): string => `${prefix}-${randomUUID().slice(0, 8)}`;

type Session = { access_token: string; refresh_token: string; expires_in: number; user: { id: string } };

/** A seller account with its session. `call` makes RPC calls for steps that the test is not about. */
export type Seller = {
  email: string;
  session: Session;
  call: <N extends RpcName>(name: N, body: RpcContract[N]['body']) => Promise<RpcContract[N]['response']>;
};

/** A busy machine answers 503 with Retry-After. Tests of other things retry then, at most this often. */
const MAX_RETRIES = 10;

async function post<Result>(url: string, body: unknown, token?: string, retriesLeft = MAX_RETRIES): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const retryAfterS = Number(response.headers.get('retry-after') ?? NaN);
  if (response.status === 503 && retryAfterS > 0 && retriesLeft > 0) {
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, retryAfterS * 1000));
    return post(url, body, token, retriesLeft - 1);
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
}

/** Calls an RPC function without a session. */
export const callAnonymously = <N extends RpcName>(
  app: AppUrl,
  name: N,
  body: RpcContract[N]['body'],
): Promise<RpcContract[N]['response']> => post(`${app.url}/functions/v1/${name}`, body);

export async function createSeller(app: AppUrl, email = uniqueEmail()): Promise<Seller> {
  const credentials = { email, password: PASSWORD };
  const session = await post<Session>(`${app.url}/auth/v1/signup`, credentials).catch((error: Error) => {
    // A rejected first try on a busy machine may have created the account nevertheless.
    if (!error.message.includes('user_already_exists')) throw error;
    return post<Session>(`${app.url}/auth/v1/token?grant_type=password`, credentials);
  });
  if (app.readEmailCode) await confirmEmail(app, email, await app.readEmailCode(email));
  const call: Seller['call'] = (name, body) =>
    withStepUp(
      () => post(`${app.url}/functions/v1/${name}`, body, session.access_token),
      () => post(`${app.url}/functions/v1/confirm-identity`, { password: PASSWORD }, session.access_token),
    );
  return { email, session, call };
}

/** Confirms an email address with the code that was mailed to it. */
export const confirmEmail = (app: AppUrl, email: string, code: string): Promise<unknown> =>
  post(`${app.url}/auth/v1/verify`, { type: 'signup', email, token: code });

/** Repeats a call after step-up authentication when the app requires it, as the interface does. */
async function withStepUp<Result>(call: () => Promise<Result>, stepUp: () => Promise<unknown>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('"code":"confirmation_needed"'))) throw error;
    await stepUp();
    return call();
  }
}

type Onboarding = 'submit' | 'later' | 'restricted';

/** Submits the provider's onboarding form. `toReachableUrl` turns its URL into one that this process can reach. */
export async function completeOnboarding(
  seller: Seller,
  action: Onboarding = 'submit',
  toReachableUrl: (url: string) => string = (url) => url,
): Promise<void> {
  const response = await seller.call('stripe-connect-onboarding', {});
  if (!('url' in response)) throw new Error('The account is connected already');
  const body = new URLSearchParams({ action, business: 'Marlow Prints', country: 'US', email: seller.email });
  await fetch(toReachableUrl(response.url), { method: 'POST', body, redirect: 'manual' });
  await seller.call('get-connection', { refresh: true });
}

/** Starts the trial, as opening the builder does. */
export const startTrial = (seller: Seller): Promise<RpcContract['create-subscription']['response']> =>
  seller.call('create-subscription', { planId: 'starter' });

/** Creates a seller who can publish: connected to Stripe, with a trial. */
export async function createConnectedSeller(app: AppUrl): Promise<Seller> {
  const seller = await createSeller(app);
  await completeOnboarding(seller);
  await startTrial(seller);
  return seller;
}

/** A valid page config: $40, with coupons and terms. */
export const createPageConfig = (overrides: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Linocut for Beginners',
  description: 'Eight evenings, one press, no artist needed.',
  price: '40',
  features: ['Eight lessons', 'All tools listed'],
  buttonText: 'Get the course',
  successMessage: 'Your first lesson is in your inbox.',
  enableCoupon: true,
  validCoupons: [
    { code: 'QUARTER', discount: 25, type: 'percentage' },
    { code: 'FIVER', discount: 5, type: 'fixed' },
  ],
  requireTerms: true,
  termsUrl: 'https://www.example.com/terms',
  privacyUrl: 'https://www.example.com/privacy',
  ...overrides,
});

export type PublishedPage = RpcContract['save-checkout-page']['response'];

export function publishPage(
  seller: Seller,
  config: CheckoutPageConfig,
  page: { pageId?: string } = {},
): Promise<PublishedPage> {
  const slug = config.customSlug || uniqueName('linocut');
  return seller.call('save-checkout-page', { config: { ...config, customSlug: slug }, slug, ...page });
}

/** Publishes a page of a new seller. */
export async function createPublishedPage(
  app: AppUrl,
  overrides: Partial<CheckoutPageConfig> = {},
): Promise<PublishedPage & { seller: Seller; config: CheckoutPageConfig }> {
  const seller = await createConnectedSeller(app);
  const config = createPageConfig({ customSlug: uniqueName('linocut'), ...overrides });
  return { ...(await publishPage(seller, config)), seller, config };
}

/** Signs the seller in by storing the session in the browser. */
export async function signIn(page: Page, seller: Seller): Promise<void> {
  const { session } = seller;
  const storedSession = { ...session, expires_at: Math.floor(Date.now() / 1000) + session.expires_in };
  await page.goto('/healthz');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(storedSession),
  ] as const);
}

type DomainPage = PublishedPage & {
  seller: Seller;
  host: string;
  domainUrl: string;
  domainId: string;
};

/** Publishes a page at a custom domain under localhost, which counts as verified on this machine. */
export async function createDomainPage(
  app: RunningApp,
  overrides: Partial<CheckoutPageConfig> = {},
): Promise<DomainPage> {
  const seller = await createSeller(app);
  await completeOnboarding(seller, 'submit', (url) => url.replace(/^https:\/\/[^/]+/, app.url));
  await seller.call('create-subscription', { planId: 'growth' });
  const published = await publishPage(seller, createPageConfig(overrides));
  const host = `${uniqueName('pay')}.shop.localhost`;
  const { domain } = await seller.call('add-domain', { host, pageId: published.pageId });
  return { ...published, seller, host, domainUrl: `${domain.url}/`, domainId: domain.id };
}

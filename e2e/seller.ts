import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import type { CallName, Calls } from '#domain/calls.ts';
import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Shop } from './shop-process.ts';

/** The part of a running app that RPC calls need. */
type Door = Pick<Shop, 'url'>;

const SESSION_KEY = 'tillwright-session';

export const PASSWORD = 'brass-till-27';

/** Returns an email address that no other test uses. */
export const freshEmail = (who = 'seller'): string => `${who}-${randomUUID().slice(0, 13)}@example.com`;

/** Returns a text that no other test uses, for names and slugs. */
export const freshWord = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`;

type Session = { access_token: string; refresh_token: string; expires_in: number; user: { id: string } };

/** A seller account with its session. `call` makes RPC calls for steps that the test is not about. */
export type Seller = {
  email: string;
  session: Session;
  call: <N extends CallName>(name: N, body: Calls[N]['body']) => Promise<Calls[N]['answer']>;
};

/** A busy machine answers 503 with Retry-After. Tests of other things retry then, at most this often. */
const TIMES_BACK = 5;

async function post<Answer>(url: string, body: unknown, token?: string, times = TIMES_BACK): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const back = Number(answer.headers.get('retry-after') ?? NaN);
  if (answer.status === 503 && back > 0 && times > 0) {
    await answer.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, back * 1000));
    return post(url, body, token, times - 1);
  }
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Calls an RPC function without a session. */
export const callAsAnyone = <N extends CallName>(
  shop: Door,
  name: N,
  body: Calls[N]['body'],
): Promise<Calls[N]['answer']> => post(`${shop.url}/functions/v1/${name}`, body);

export async function newSeller(shop: Door, email = freshEmail()): Promise<Seller> {
  const session = await post<Session>(`${shop.url}/auth/v1/signup`, { email, password: PASSWORD });
  const call: Seller['call'] = (name, body) =>
    post(`${shop.url}/functions/v1/${name}`, body, session.access_token);
  return { email, session, call };
}

type Onboarding = 'submit' | 'later' | 'restricted';

/** Submits the provider's onboarding form. `toReachableUrl` turns its URL into one that this process can reach. */
export async function onboard(
  seller: Seller,
  action: Onboarding = 'submit',
  road: (url: string) => string = (url) => url,
): Promise<void> {
  const answer = await seller.call('stripe-connect-onboarding', {});
  if (!('url' in answer)) throw new Error('The account is connected already');
  const body = new URLSearchParams({ action, business: 'Marlow Prints', country: 'US', email: seller.email });
  await fetch(road(answer.url), { method: 'POST', body, redirect: 'manual' });
  await seller.call('get-connection', { refresh: true });
}

/** Starts the trial, as opening the builder does. */
export const beginTrial = (seller: Seller): Promise<Calls['create-subscription']['answer']> =>
  seller.call('create-subscription', { planId: 'starter' });

/** Creates a seller who can publish: connected to Stripe, with a trial. */
export async function connectedSeller(shop: Door): Promise<Seller> {
  const seller = await newSeller(shop);
  await onboard(seller);
  await beginTrial(seller);
  return seller;
}

/** A valid page config: $40, with coupons and terms. */
export const samplePage = (change: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...emptyConfig(),
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
  ...change,
});

export type Published = Calls['save-checkout-page']['answer'];

export function publish(
  seller: Seller,
  config: CheckoutPageConfig,
  page: { pageId?: string } = {},
): Promise<Published> {
  const slug = config.customSlug || freshWord('linocut');
  return seller.call('save-checkout-page', { config: { ...config, customSlug: slug }, slug, ...page });
}

/** Publishes a page of a new seller. */
export async function pageOnSale(
  shop: Door,
  change: Partial<CheckoutPageConfig> = {},
): Promise<Published & { seller: Seller; config: CheckoutPageConfig }> {
  const seller = await connectedSeller(shop);
  const config = samplePage({ customSlug: freshWord('linocut'), ...change });
  return { ...(await publish(seller, config)), seller, config };
}

/** Signs the seller in by storing the session in the browser. */
export async function enter(page: Page, seller: Seller): Promise<void> {
  const { session } = seller;
  const kept = { ...session, expires_at: Math.floor(Date.now() / 1000) + session.expires_in };
  await page.goto('/healthz');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(kept),
  ] as const);
}

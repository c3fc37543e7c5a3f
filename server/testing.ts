import { AuthClient, type Session } from '@supabase/auth-js';
import { pino } from 'pino';
import Stripe from 'stripe';

import type { CallName, Calls } from '#domain/calls.ts';
import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { ErrorBody } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';

import { openShop as openShopParts, type RunningShop, type ShopParts } from './app.ts';
import { configFrom } from './config.ts';
import type { Context } from './context.ts';
import { findCurrentAccount, providerAccountOf } from './db/provider-accounts.ts';
import { upsertSeller } from './db/sellers.ts';
import { UNHURRIED } from './reconcile/pace.ts';
import { secretsFrom } from './secrets.ts';
import { openTestDatabase } from './testing-database.ts';
import { giveEndlessPlan } from './testing-access.ts';
import { atTheEnd } from './testing-ends.ts';

export const TEST_ORIGIN = 'http://localhost:3000';

// The SDK waits 0.5 to 2 seconds between its tries and has no option for it. Nothing recovers meanwhile in a test.
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0, getMaxNetworkRetryDelay: () => 0 });

/** Response of an RPC call: its status, and the result or the error. */
export type Answer<N extends CallName> = { status: number; body: Calls[N]['answer'] & Partial<ErrorBody> };

export type TestShop = RunningShop & {
  /** Advances the system clock (sessions, limits), in milliseconds. */
  advance: (ms: number) => void;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A signed-up seller without a plan. */
  seller: (email?: string) => Promise<TestSeller>;
  /** Calls a function without authentication. */
  call: Call;
  /** Pays on Stripe's page with a test card, like a buyer's browser, and waits for all effects. */
  pay: (url: string, typed?: Record<string, string>) => Promise<Response>;
  /** Pays without waiting for the effects. */
  payUnsettled: (url: string, typed?: Record<string, string>) => Promise<Response>;
};

type Call = <N extends CallName>(name: N, body: Calls[N]['body']) => Promise<Answer<N>>;

export type TestSeller = {
  session: Session;
  email: string;
  call: Call;
  /** Completes the sandbox's onboarding with one of its buttons. */
  onboard: (button?: 'submit' | 'later' | 'restricted') => Promise<void>;
  /** Gives the seller an unlimited plan when there is none. */
  takePlan: () => Promise<void>;
  /** Connects an account and adds a plan when needed, then publishes a page. */
  publish: (
    change?: Partial<CheckoutPageConfig>,
    slug?: string,
  ) => Promise<Answer<'save-checkout-page'>['body']>;
};

/**
 * The whole app in memory: real SQL, the real Stripe SDK answered by the sandbox. Closed after the test or the tests that
 * share it. `freezeClock`: the system clock moves by `advance` only, so that no retry and no rate-limit window elapses.
 */
export async function openShop(
  options: Partial<ShopParts> & { env?: Record<string, string>; still?: boolean } = {},
): Promise<TestShop> {
  let ahead = 0;
  const { env, still, ...parts } = options;
  const began = Date.now();
  const shop = openShopParts({
    config: configFrom({ RATE_LIMITS: 'off', PASSWORD_HASHING: 'cheap', LOG_LEVEL: 'silent', ...env }),
    secrets: secretsFrom('a secret for tests, long enough for them', {
      platform: 'whsec_platform',
      connect: 'whsec_connect',
    }),
    database: parts.database ?? (await openTestDatabase()),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    sandboxFile: null,
    pagesEntry: null,
    realNow: () => new Date((still ? began : Date.now()) + ahead),
    pace: UNHURRIED,
    // Many test files share a machine, so the measured load says nothing.
    loop: { isLate: () => false, isBehind: () => false, close: () => undefined },
    ...parts,
  });
  atTheEnd(() => shop.close());
  return shopForTests(shop, (ms) => void (ahead += ms));
}

function shopForTests(shop: RunningShop, advance: (ms: number) => void): TestShop {
  const request = async (path: string, init?: RequestInit) =>
    shop.fetch(new Request(new URL(path, TEST_ORIGIN), init));
  const call = callAs(request, null);
  const seller = (email = `seller-${crypto.randomUUID()}@example.com`) => signUp(shop, request, email);
  const payUnsettled = (url: string, typed: Record<string, string> = {}) =>
    request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ ...BUYER, ...typed }) });
  const pay = async (url: string, typed?: Record<string, string>) => {
    const answer = await payUnsettled(url, typed);
    await shop.settled();
    return answer;
  };
  return { ...shop, advance, request, call, seller, pay, payUnsettled };
}

/** Input of a buyer on Stripe's page. */
const BUYER = {
  action: 'pay',
  email: 'buyer@example.com',
  name: 'A Buyer',
  country: 'US',
  postcode: '',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
};

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Calls functions with this token; null: without authentication. */
export const callAs =
  (request: Ask, token: string | null): Call =>
  async <N extends CallName>(name: N, body: Calls[N]['body']): Promise<Answer<N>> => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const answer = await request(`/functions/v1/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Answer<N>['body'] };
  };

/** The official auth client, connected to the app without a network. */
export const authClient = (request: Ask): InstanceType<typeof AuthClient> =>
  new AuthClient({
    url: `${TEST_ORIGIN}/auth/v1`,
    // Clients share state under this key, so each one gets its own.
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
    persistSession: false,
    flowType: 'pkce',
    fetch: (url, init) => request(String(url instanceof Request ? url.url : url), init),
  });

async function signUp(shop: RunningShop, request: Ask, email: string): Promise<TestSeller> {
  const { data, error } = await authClient(request).signUp({ email, password: 'correct horse' });
  if (error || !data.session) throw error ?? new Error('No session after sign-up');
  const { session } = data;
  const { user, access_token: token } = session;
  const call = callAs(request, token);
  const takePlan = () => giveEndlessPlan(shop.context, user.id);
  return {
    session,
    email,
    call,
    onboard: (button) => onboard(shop, call, button),
    takePlan,
    publish: async (change, slug) => {
      await takePlan();
      return publish(shop, { call, session }, change, slug);
    },
  };
}

async function publish(
  shop: RunningShop,
  { call, session }: Pick<TestSeller, 'call' | 'session'>,
  change: Partial<CheckoutPageConfig> = {},
  slug = '',
) {
  if (!(await isConnected(shop.context, session.user.id))) await onboard(shop, call);
  const { status, body } = await call('save-checkout-page', { config: sellableConfig(change), slug });
  if (status !== 200) throw new Error(`Publishing answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function isConnected({ db, mode, now }: Context, userId: string): Promise<boolean> {
  const row = await findCurrentAccount(db, await upsertSeller(db, userId, now()), mode);
  const account = providerAccountOf(row);
  return account !== null && isOnboardingComplete(account);
}

const ONBOARDING_BUTTONS = { submit: 'submit', later: 'later', restricted: 'restricted' } as const;

async function onboard(
  shop: RunningShop,
  call: Call,
  button: keyof typeof ONBOARDING_BUTTONS = 'submit',
): Promise<void> {
  const { body } = await call('stripe-connect-onboarding', {});
  if (!('url' in body) || !body.url) throw new Error(`No onboarding link: ${JSON.stringify(body)}`);
  const form = new URLSearchParams({
    business: 'Vane Ceramics',
    country: 'US',
    email: 'vane@example.com',
    action: ONBOARDING_BUTTONS[button],
  });
  const answer = await shop.fetch(new Request(body.url, { method: 'POST', body: form }));
  if (answer.status !== 303) throw new Error(`Onboarding answered ${answer.status}: ${await answer.text()}`);
  await shop.settled();
  await call('get-connection', { refresh: true });
}

/** A config that can be published. */
export const sellableConfig = (change: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...emptyConfig(),
  productName: 'Throwing Taller',
  description: 'A video course for potters.',
  price: '29',
  ...change,
});

import { AuthClient, type Session } from '@supabase/auth-js';
import { pino } from 'pino';
import Stripe from 'stripe';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { ErrorBody } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';
import { FOREVER } from '#domain/subscription.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';

import { createApp as openShopParts, type App, type AppOptions } from '../app.ts';
import { parseConfig } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { createSecrets } from '../core/secrets.ts';
import { findCurrentAccount, toProviderAccount } from '../stripe/queries.ts';
import { onTestEnd } from './cleanup.ts';
import { openTestDatabase } from './test-database.ts';

/**
 * Inserts an unlimited plan row for a seller without one. Subscribing for real is covered by the plan tests and takes as
 * long as everything else in most tests.
 */
export async function insertUnlimitedPlan({ db, mode, now }: Context, userId: string): Promise<void> {
  await db
    .insert(planSubscriptions)
    .values({
      sellerId: await getOrCreateSellerId(db, userId, now()),
      mode,
      generation: 1,
      chosenPlan: 'pro',
      plan: 'pro',
      status: 'active',
      accessUntil: FOREVER,
      accessAnnounced: true,
      dueAt: FOREVER,
      createdAt: now(),
    })
    .onConflictDoNothing();
}

export const TEST_ORIGIN = 'http://localhost:3000';

// The SDK waits 0.5 to 2 seconds between its tries and has no option for it. Nothing recovers meanwhile in a test.
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0, getMaxNetworkRetryDelay: () => 0 });

/** Response of an RPC call: its status, and the result or the error. */
export type RpcResponse<N extends RpcName> = {
  status: number;
  body: RpcContract[N]['response'] & Partial<ErrorBody>;
};

export type TestApp = App & {
  /** Advances the system clock (sessions, limits), in milliseconds. */
  advance: (ms: number) => void;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A signed-up seller without a plan. */
  signUpSeller: (email?: string) => Promise<TestSeller>;
  /** Calls a function without authentication. */
  rpc: Rpc;
  /** Pays on Stripe's page with a test card, like a buyer's browser, and waits for all effects. */
  payAtStripe: (url: string, formInput?: Record<string, string>) => Promise<Response>;
  /** Pays without waiting for the effects. */
  payWithoutWaiting: (url: string, formInput?: Record<string, string>) => Promise<Response>;
};

type Rpc = <N extends RpcName>(name: N, body: RpcContract[N]['body']) => Promise<RpcResponse<N>>;

export type TestSeller = {
  session: Session;
  email: string;
  rpc: Rpc;
  /** Completes the sandbox's onboarding with one of its buttons. */
  onboard: (button?: 'submit' | 'later' | 'restricted') => Promise<void>;
  /** Gives the seller an unlimited plan when there is none. */
  givePlan: () => Promise<void>;
  /** Connects an account and adds a plan when needed, then publishes a page. */
  publishPage: (
    configChanges?: Partial<CheckoutPageConfig>,
    slug?: string,
  ) => Promise<RpcResponse<'save-checkout-page'>['body']>;
};

/**
 * The whole app in memory: real SQL, the real Stripe SDK answered by the sandbox. Closed after the test or the tests that
 * share it. `freezeClock`: the system clock moves by `advance` only, so that no retry and no rate-limit window elapses.
 */
export async function createTestApp(
  options: Partial<AppOptions> & { env?: Record<string, string>; freezeClock?: boolean } = {},
): Promise<TestApp> {
  let offsetMs = 0;
  const { env, freezeClock, ...appOptions } = options;
  const startedAt = Date.now();
  const app = openShopParts({
    config: parseConfig({ RATE_LIMITS: 'off', PASSWORD_HASHING: 'cheap', LOG_LEVEL: 'silent', ...env }),
    secrets: createSecrets('a secret for tests, long enough for them', {
      platform: 'whsec_platform',
      connect: 'whsec_connect',
    }),
    database: appOptions.database ?? (await openTestDatabase()),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    sandboxFile: null,
    pagesEntry: null,
    realNow: () => new Date((freezeClock ? startedAt : Date.now()) + offsetMs),
    backgroundRate: Infinity,
    // Many test files share a machine, so the measured load says nothing.
    loadMonitor: { read: () => ({ delayMs: 0, waitingQueries: 0 }), close: () => undefined },
    ...appOptions,
  });
  onTestEnd(() => app.close());
  return toTestApp(app, (ms) => void (offsetMs += ms));
}

function toTestApp(app: App, advance: (ms: number) => void): TestApp {
  const request = async (path: string, init?: RequestInit) => app.fetch(new Request(new URL(path, TEST_ORIGIN), init));
  const rpc = rpcAs(request, null);
  const signUpSeller = (email = `seller-${crypto.randomUUID()}@example.com`) => signUp(app, request, email);
  const payWithoutWaiting = (url: string, formInput: Record<string, string> = {}) =>
    request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ ...BUYER, ...formInput }) });
  const payAtStripe = async (url: string, formInput?: Record<string, string>) => {
    const response = await payWithoutWaiting(url, formInput);
    await app.waitUntilIdle();
    return response;
  };
  return { ...app, advance, request, rpc, signUpSeller, payAtStripe, payWithoutWaiting };
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

type SendRequest = (path: string, init?: RequestInit) => Promise<Response>;

/** Calls functions with this token; null: without authentication. */
export const rpcAs =
  (request: SendRequest, token: string | null): Rpc =>
  async <N extends RpcName>(name: N, body: RpcContract[N]['body']): Promise<RpcResponse<N>> => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await request(`/functions/v1/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as RpcResponse<N>['body'] };
  };

/** The official auth client, connected to the app without a network. */
export const authClient = (request: SendRequest): InstanceType<typeof AuthClient> =>
  new AuthClient({
    url: `${TEST_ORIGIN}/auth/v1`,
    // Clients share state under this key, so each one gets its own.
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
    persistSession: false,
    flowType: 'pkce',
    fetch: (url, init) => request(String(url instanceof Request ? url.url : url), init),
  });

async function signUp(app: App, request: SendRequest, email: string): Promise<TestSeller> {
  const { data, error } = await authClient(request).signUp({ email, password: 'correct horse' });
  if (error || !data.session) throw error ?? new Error('No session after sign-up');
  const { session } = data;
  const { user, access_token: token } = session;
  const rpc = rpcAs(request, token);
  const givePlan = () => insertUnlimitedPlan(app.context, user.id);
  return {
    session,
    email,
    rpc,
    onboard: (button) => onboard(app, rpc, button),
    givePlan,
    publishPage: async (configChanges, slug) => {
      await givePlan();
      return publishPage(app, { rpc, session }, configChanges, slug);
    },
  };
}

async function publishPage(
  app: App,
  { rpc, session }: Pick<TestSeller, 'rpc' | 'session'>,
  configChanges: Partial<CheckoutPageConfig> = {},
  slug = '',
) {
  if (!(await isConnected(app.context, session.user.id))) await onboard(app, rpc);
  const { status, body } = await rpc('save-checkout-page', { config: sellableConfig(configChanges), slug });
  if (status !== 200) throw new Error(`Publishing answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function isConnected({ db, mode, now }: Context, userId: string): Promise<boolean> {
  const row = await findCurrentAccount(db, await getOrCreateSellerId(db, userId, now()), mode);
  const account = toProviderAccount(row);
  return account !== null && isOnboardingComplete(account);
}

const ONBOARDING_BUTTONS = { submit: 'submit', later: 'later', restricted: 'restricted' } as const;

async function onboard(app: App, rpc: Rpc, button: keyof typeof ONBOARDING_BUTTONS = 'submit'): Promise<void> {
  const { body } = await rpc('stripe-connect-onboarding', {});
  if (!('url' in body) || !body.url) throw new Error(`No onboarding link: ${JSON.stringify(body)}`);
  const form = new URLSearchParams({
    business: 'Vane Ceramics',
    country: 'US',
    email: 'vane@example.com',
    action: ONBOARDING_BUTTONS[button],
  });
  const response = await app.fetch(new Request(body.url, { method: 'POST', body: form }));
  if (response.status !== 303) throw new Error(`Onboarding answered ${response.status}: ${await response.text()}`);
  await app.waitUntilIdle();
  await rpc('get-connection', { refresh: true });
}

/** A config that can be published. */
export const sellableConfig = (configChanges: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Throwing Taller',
  description: 'A video course for potters.',
  price: '29',
  ...configChanges,
});

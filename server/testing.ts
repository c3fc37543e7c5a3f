import { readFile } from 'node:fs/promises';

import { AuthClient, type Session } from '@supabase/auth-js';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';

import type { CallName, Calls } from '#domain/calls.ts';
import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { ErrorBody } from '#domain/errors.ts';

import { openShop as openShopParts, type RunningShop, type ShopParts } from './app.ts';
import { configFrom } from './config.ts';
import { guarded, type Database } from './db/client.ts';
import { openPostgres } from './db/open-postgres.ts';
import { secretsFrom } from './secrets.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A dump of a migrated embedded database. */
    template: string;
    /** A PostgreSQL server with the database `tillwright_template`; empty: tests run on the embedded one. */
    postgres: string;
  }
}

export const TEST_ORIGIN = 'http://localhost:3000';

/** What a call answered: its status, and the answer or the error. */
export type Answer<N extends CallName> = { status: number; body: Calls[N]['answer'] & Partial<ErrorBody> };

export type TestShop = RunningShop & {
  /** Moves the real clock (sessions, limits), in ms. */
  advance: (ms: number) => void;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A signed-up seller. */
  seller: (email?: string) => Promise<TestSeller>;
  /** Calls a function as nobody. */
  call: <N extends CallName>(name: N, body: Calls[N]['body']) => Promise<Answer<N>>;
};

export type TestSeller = {
  session: Session;
  email: string;
  call: <N extends CallName>(name: N, body: Calls[N]['body']) => Promise<Answer<N>>;
  /** Goes through the sandbox's onboarding with one of its buttons. */
  onboard: (button?: 'submit' | 'later' | 'restricted') => Promise<void>;
};

/** The whole shop in memory: real SQL, the real Stripe SDK answered by the sandbox. Closed when its test ends. */
export async function openShop(
  options: Partial<ShopParts> & { env?: Record<string, string> } = {},
): Promise<TestShop> {
  let ahead = 0;
  const { env, ...parts } = options;
  const shop = openShopParts({
    config: configFrom({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...env }),
    secrets: secretsFrom('a secret for tests, long enough for them', {
      platform: 'whsec_platform',
      connect: 'whsec_connect',
    }),
    database: parts.database ?? (await openTestDatabase()),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    sandboxFile: null,
    pagesEntry: null,
    realNow: () => new Date(Date.now() + ahead),
    ...parts,
  });
  onTestFinished(() => shop.close());
  const request = async (path: string, init?: RequestInit) =>
    shop.fetch(new Request(new URL(path, TEST_ORIGIN), init));
  const call = callAs(request, null);
  const seller = (email = `seller-${crypto.randomUUID()}@example.com`) => signUp(shop, request, email);
  return { ...shop, advance: (ms) => void (ahead += ms), request, call, seller };
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

const callAs =
  (request: Ask, token: string | null) =>
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

/** The official client, speaking to the shop without a network. */
export const authClient = (request: Ask): InstanceType<typeof AuthClient> =>
  new AuthClient({
    url: `${TEST_ORIGIN}/auth/v1`,
    autoRefreshToken: false,
    persistSession: false,
    flowType: 'pkce',
    fetch: (url, init) => request(String(url instanceof Request ? url.url : url), init),
  });

async function signUp(shop: RunningShop, request: Ask, email: string): Promise<TestSeller> {
  const { data, error } = await authClient(request).signUp({ email, password: 'correct horse' });
  if (error || !data.session) throw error ?? new Error('No session after sign-up');
  const call = callAs(request, data.session.access_token);
  return { session: data.session, email, call, onboard: (button) => onboard(shop, call, button) };
}

const ONBOARDING_BUTTONS = { submit: 'submit', later: 'later', restricted: 'restricted' } as const;

async function onboard(
  shop: RunningShop,
  call: TestSeller['call'],
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

async function openTestDatabase(): Promise<Database> {
  const server = inject('postgres');
  return server ? openPostgresCopy(server) : openEmbeddedCopy(inject('template'));
}

async function openEmbeddedCopy(template: string): Promise<Database> {
  const client = await PGlite.create({
    loadDataDir: new Blob([await readFile(template)]),
    postgresqlconf: ['shared_buffers=16MB'],
  });
  return {
    db: guarded(drizzle(client)),
    embedded: true,
    migrate: () => Promise.resolve(),
    close: () => client.close(),
  };
}

async function openPostgresCopy(server: string): Promise<Database> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template tillwright_template`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, 'drizzle', () => undefined);
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

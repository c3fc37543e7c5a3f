import { randomUUID } from 'node:crypto';

import { AuthClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';

import { createCaches } from '#server/core/caches.ts';
import { parseConfig, type RateLimitLevel } from '#server/core/config.ts';
import type { Context, WorkerName } from '#server/core/context.ts';
import { Metrics } from '#server/core/metrics.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { guardTransactions, type Database } from '#server/db/client.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { createRateLimitCache } from '#server/http/rate-limits.ts';

import { createAuthRoutes } from '../auth/routes.ts';
import { openTestDatabaseAt } from './test-database.ts';

export const APP_URL = 'http://localhost:3000';
export const PASSWORD = 'a plain password';

/** Identity routes with a real database and a manual clock. Closed after all tests of the file. */
export async function createTestAuth(rateLimits: RateLimitLevel = 'off', onEnd: typeof onTestFinished = afterAll) {
  const { db, openSecondHandle, close, dispose } = await openDatabase();
  onEnd(dispose);
  const clock = { now: Date.now() };
  const createContext = (db: Context['db'], level = rateLimits, secret = 'test secret') =>
    ({
      config: parseConfig({ APP_URL, RATE_LIMITS: level, PASSWORD_HASHING: 'cheap' }),
      secrets: createSecrets(secret, { platform: 'p', connect: 'c' }),
      db,
      mode: 'sandbox',
      now: () => new Date(clock.now + 86_400_000),
      realNow: () => new Date(clock.now),
      log: pino({ level: 'silent' }),
      metrics: new Metrics(),
      rateLimitCache: createRateLimitCache(),
      caches: createCaches(),
      wake: (_: WorkerName): void => undefined,
    }) as Context;
  const context = createContext(db);
  return { ...createAuthClients(context), context, clock, createContext, openSecondHandle, close };
}

/** The same, closed after one test. */
export const createTestAuthOnce = (rateLimits?: RateLimitLevel): ReturnType<typeof createTestAuth> =>
  createTestAuth(rateLimits, onTestFinished);

/** A browser client and raw requests to the routes of one process. */
export function createAuthClients(context: Context) {
  const app = new Hono().route('/auth/v1', createAuthRoutes(context));
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    app.request(`${APP_URL}/auth/v1/${path}`, { method, ...init });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  /** A request from the given IP address. */
  const postFrom = async (address: string, path: string, body: unknown, userAgent = 'none') =>
    app.fetch(
      new Request(`${APP_URL}/auth/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify(body),
      }),
      { incoming: { socket: { remoteAddress: address } } },
    );
  return {
    send,
    post,
    client: () => createClient(app),
    refresh: (token: string) => post('token?grant_type=refresh_token', { refresh_token: token }),
    signIn: (email: string, password = PASSWORD) => post('token?grant_type=password', { email, password }),
    /** A sign-in from the given IP address and browser. */
    signInFrom: (address: string, email: string, password = PASSWORD, userAgent = 'none') =>
      postFrom(address, 'token?grant_type=password', { email, password }, userAgent),
    postFrom,
    put: (token: string, body: unknown, path = 'user') =>
      send('PUT', path, {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    user: (token: string) => send('GET', 'user', { headers: { authorization: `Bearer ${token}` } }),
    signUp: async (email = createEmail()) => readSession(await post('signup', { email, password: PASSWORD })),
  };
}

type TestSession = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: { id: string; email: string };
};

export async function readSession(response: Response): Promise<TestSession> {
  if (!response.ok) throw new Error(`No session: ${response.status} ${await response.text()}`);
  return (await response.json()) as TestSession;
}

/** Status and code of an error response, such as '400 bad_json'. */
export async function readError(response: Response): Promise<string> {
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
}

export const createEmail = (): string => `${randomUUID()}@shop.example`;

function createClient(app: Hono): InstanceType<typeof AuthClient> {
  const items = new Map<string, string>();
  return new AuthClient({
    url: `${APP_URL}/auth/v1`,
    // Clients with the same key would share their storage.
    storageKey: randomUUID(),
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { passkey: true, recoveryCodes: true },
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    fetch: async (input, init) => app.request(input instanceof URL ? input.href : input, init),
  });
}

/** `openSecondHandle` opens the same database as a second process would: with its own handle and empty caches. */
async function openDatabase() {
  const { url, db, close } = await openTestDatabaseAt();
  if (url === null) return { db, openSecondHandle: () => guardTransactions(db), close, dispose: close };
  const databases: Database[] = [];
  const openSecondHandle = (): Context['db'] => {
    const database = openPostgres(url, 'drizzle', () => undefined);
    databases.push(database);
    return database.db;
  };
  const dispose = async () => {
    for (const database of databases.splice(0)) await database.close();
    await close();
  };
  return { db, openSecondHandle, close: dispose, dispose };
}

import { randomUUID } from 'node:crypto';

import { AuthClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';

import { configFrom, type RateLimitLevel } from '#server/config.ts';
import type { Context, WorkerName } from '#server/context.ts';
import { guarded, type Database } from '#server/db/client.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { ENDLESS_ROOM } from '#server/disk/disk-room.ts';
import { Metrics } from '#server/metrics/metrics.ts';
import { secretsFrom } from '#server/secrets.ts';
import { openTestDatabaseAt } from '#server/testing-database.ts';

import { authDoors } from './auth-doors.ts';

export const APP_URL = 'http://localhost:3000';
export const PASSWORD = 'a plain password';

/** Identity routes with a real database and a manual clock. Closed after all tests of the file. */
export async function openDoors(
  rateLimits: RateLimitLevel = 'off',
  atItsEnd: typeof onTestFinished = afterAll,
) {
  const { db, another, close, forget } = await openDatabase();
  atItsEnd(forget);
  const clock = { now: Date.now() };
  const contextOn = (db: Context['db'], level = rateLimits, secret = 'test secret') =>
    ({
      config: configFrom({ APP_URL, RATE_LIMITS: level, PASSWORD_HASHING: 'cheap' }),
      secrets: secretsFrom(secret, { platform: 'p', connect: 'c' }),
      db,
      mode: 'sandbox',
      now: () => new Date(clock.now + 86_400_000),
      realNow: () => new Date(clock.now),
      log: pino({ level: 'silent' }),
      metrics: new Metrics(),
      room: ENDLESS_ROOM,
      ring: (_: WorkerName): void => undefined,
    }) as Context;
  const context = contextOn(db);
  return { ...doorsOf(context), context, clock, contextOn, another, close };
}

/** The same, closed after one test. */
export const openDoorsOnce = (rateLimits?: RateLimitLevel): ReturnType<typeof openDoors> =>
  openDoors(rateLimits, onTestFinished);

/** A browser client and raw requests to the routes of one process. */
export function doorsOf(context: Context) {
  const app = new Hono().route('/auth/v1', authDoors(context));
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
    client: () => clientOf(app),
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
    signUp: async (email = newEmail()) => sessionFrom(await post('signup', { email, password: PASSWORD })),
  };
}

export type TestSession = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: { id: string; email: string };
};

export async function sessionFrom(answer: Response): Promise<TestSession> {
  if (!answer.ok) throw new Error(`No session: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as TestSession;
}

/** Status and code of an error response, such as '400 bad_json'. */
export async function refusalOf(answer: Response): Promise<string> {
  const { code } = (await answer.json()) as { code?: string };
  return `${answer.status} ${code}`;
}

export const newEmail = (): string => `${randomUUID()}@shop.example`;

function clientOf(app: Hono): InstanceType<typeof AuthClient> {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${APP_URL}/auth/v1`,
    // Clients with the same key would share their storage.
    storageKey: randomUUID(),
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { passkey: true, recoveryCodes: true },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    fetch: async (input, init) => app.request(input instanceof URL ? input.href : input, init),
  });
}

/** `openSecondHandle` opens the same database as a second process would: with its own handle and empty caches. */
async function openDatabase() {
  const { url, db, close } = await openTestDatabaseAt();
  if (url === null) return { db, another: () => guarded(db), close, forget: close };
  const opened: Database[] = [];
  const another = (): Context['db'] => {
    const database = openPostgres(url, 'drizzle', () => undefined);
    opened.push(database);
    return database.db;
  };
  const forget = async () => {
    for (const database of opened.splice(0)) await database.close();
    await close();
  };
  return { db, another, close: forget, forget };
}

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import { AuthClient } from '@supabase/auth-js';
import { drizzle } from 'drizzle-orm/pglite';
import { Hono } from 'hono';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, inject, onTestFinished } from 'vitest';

import { configFrom, type RateLimitLevel } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { guarded, type Database } from '#server/db/client.ts';
import { listenEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { secretsFrom } from '#server/secrets.ts';

import { authDoors } from './auth-doors.ts';

export const APP_URL = 'http://localhost:3000';
export const PASSWORD = 'a plain password';

/** The auth doors over a real database, with a clock that is moved by hand. Closed after its test, or its file's. */
export async function openDoors(rateLimits: RateLimitLevel = 'off') {
  const { databases, another } = await openDatabase();
  const clock = { now: Date.now() };
  const contextOn = (db: Context['db'], level = rateLimits, secret = 'test secret') =>
    ({
      config: configFrom({ APP_URL, RATE_LIMITS: level }),
      secrets: secretsFrom(secret, { platform: 'p', connect: 'c' }),
      db,
      mode: 'sandbox',
      now: () => new Date(clock.now + 86_400_000),
      realNow: () => new Date(clock.now),
      log: pino({ level: 'silent' }),
    }) as Context;
  const [database] = databases;
  const context = contextOn(database.db);
  return { ...doorsOf(context), context, clock, contextOn, another, close: database.close };
}

/** A browser and raw requests before the doors of one process. */
export function doorsOf(context: Context) {
  const app = new Hono().route('/auth/v1', authDoors(context));
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    app.request(`${APP_URL}/auth/v1/${path}`, { method, ...init });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    send,
    post,
    client: () => clientOf(app),
    refresh: (token: string) => post('token?grant_type=refresh_token', { refresh_token: token }),
    signIn: (email: string, password = PASSWORD) => post('token?grant_type=password', { email, password }),
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

/** Status and code of a refusal, as '400 bad_json'. */
export async function refusalOf(answer: Response): Promise<string> {
  const { code } = (await answer.json()) as { code?: string };
  return `${answer.status} ${code}`;
}

export const newEmail = (): string => `${randomUUID()}@shop.example`;

function clientOf(app: Hono): InstanceType<typeof AuthClient> {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${APP_URL}/auth/v1`,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    fetch: async (input, init) => app.request(input instanceof URL ? input.href : input, init),
  });
}

/** `another` opens the same database as a second process would: with its own handle and nothing remembered. */
async function openDatabase() {
  const url = inject('postgres');
  const first = url ? await newPostgres(url) : null;
  const databases: [Database, ...Database[]] = [first?.open() ?? (await newEmbedded())];
  await databases[0].migrate();
  const atItsEnd = expect.getState().currentTestName ? onTestFinished : afterAll;
  atItsEnd(async () => {
    for (const database of databases) await database.close().catch(() => undefined);
    await first?.drop();
  });
  const another = (): Context['db'] => {
    if (!first) return guarded(databases[0].db);
    const database = first.open();
    databases.push(database);
    return database.db;
  };
  return { databases, another };
}

async function newEmbedded(): Promise<Database> {
  const loadDataDir = new Blob([await readFile(inject('template'))]);
  const client = await PGlite.create({ loadDataDir, postgresqlconf: ['shared_buffers=16MB'] });
  return {
    db: guarded(drizzle(client)),
    embedded: true,
    migrate: async () => undefined,
    listen: (ears) => listenEmbedded(client, ears),
    close: () => client.close(),
  };
}

async function newPostgres(url: string) {
  const name = `doors_${randomUUID().replaceAll('-', '')}`;
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    open: () => openPostgres(own.href, 'drizzle', () => undefined),
    drop: () => query(`drop database ${name} with (force)`),
  };
}

import { openSync, writeSync } from 'node:fs';
import path from 'node:path';

import { startOn, type Pinned } from '../bench/processes.ts';
import { freshEmail, PASSWORD, type Seller } from '../e2e/seller.ts';
import { openWorld } from './world.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Where X-Forwarded-For comes from; it is walked past, as TRUSTED_PROXIES says. */
const PROXY = '192.0.2.10';

export type Knock = {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  /** From where it seems to come. */
  address: string;
  token?: string | undefined;
  body?: object;
  /** Of another content type than JSON. */
  type?: string;
};
export type Told = {
  status: number;
  code: string;
  retryAfterS: number | null;
  body: string;
  location: string;
};

/** Two processes on one PostgreSQL whose limits are those of a live shop, and whose clock stands until it is moved. */
export type LimitsWorld = {
  knock: (door: 0 | 1, knock: Knock) => Promise<Told>;
  clock: { now: () => number; moveTo: (ms: number) => void };
  restart: (door: 0 | 1) => Promise<void>;
  /** Somebody with an account. */
  signUp: (address: string) => Promise<Seller['session'] & { email: string }>;
  urls: readonly [string, string];
  stop: () => Promise<void>;
};

export async function openLimitsWorld(): Promise<LimitsWorld> {
  const world = await openWorld({
    database: 'postgres',
    shops: 2,
    started: false,
    env: { RATE_LIMITS: 'live', TRUSTED_PROXIES: `${PROXY}/32` },
  });
  const file = path.join(world.folder, 'clock');
  const written = openSync(file, 'w');
  let now = 0;
  const moveTo = (ms: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(ms);
    writeSync(written, bytes, 0, 8, 0);
    now = ms;
  };
  moveTo((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + MINUTE_MS / 4);
  const start = (door: 0 | 1): Promise<Pinned> => {
    const { port, dataDir } = world.shops[door] ?? world.shop;
    const env = { ...world.env, PORT: String(port), DATA_DIR: dataDir, CLOCK_FILE: file };
    return startOn(door, ['chaos/limits-shop.ts'], 'Serving ', { env });
  };
  const running = [await start(0), await start(1)];
  const urls = [world.shop.url, world.shops[1]?.url ?? ''] as const;
  const knock = (door: 0 | 1, one: Knock) => told(urls[door], one);
  return {
    knock,
    clock: { now: () => now, moveTo },
    restart: async (door) => {
      await running[door]?.stop();
      running[door] = await start(door);
    },
    signUp: async (address) => {
      const email = freshEmail('limits');
      const body = { email, password: PASSWORD };
      const answer = await knock(0, { path: '/auth/v1/signup', address, body });
      if (answer.status !== 200) throw new Error(`A sign-up came to ${answer.status}: ${answer.body}`);
      return { ...(JSON.parse(answer.body) as Seller['session']), email };
    },
    urls,
    stop: async () => {
      for (const one of running) await one.stop();
      await world.stop();
    },
  };
}

async function told(
  url: string,
  { method = 'POST', path: at, address, token, body, type }: Knock,
): Promise<Told> {
  const answer = await fetch(url + at, {
    method,
    redirect: 'manual',
    headers: {
      'X-Forwarded-For': `${address}, ${PROXY}`,
      ...(body && { 'Content-Type': type ?? 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const after = answer.headers.get('retry-after');
  return {
    status: answer.status,
    code: codeIn(text),
    retryAfterS: after === null ? null : Number(after),
    body: text,
    location: answer.headers.get('location') ?? '',
  };
}

/** Of a function's or the API's refusal, or of a door of auth. */
function codeIn(text: string): string {
  if (!text.startsWith('{')) return '';
  const said = JSON.parse(text) as { error?: { code?: string }; code?: unknown };
  return said.error?.code ?? (typeof said.code === 'string' ? said.code : '');
}

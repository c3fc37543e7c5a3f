import { openSync, writeSync } from 'node:fs';
import path from 'node:path';

import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';

import { uniqueEmail, PASSWORD, type Seller } from '../../e2e/support/seller.ts';
import { sendRequest } from '../lib/load.ts';
import { startOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';
import { createTestEnv } from '../lib/test-env.ts';

/** The network of X-Forwarded-For; TRUSTED_PROXIES skips it. */
const PROXY = '192.0.2.10';

export type TestRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** The apparent client address. */
  address: string;
  token?: string | undefined;
  body?: object;
  headers?: Record<string, string>;
};
export type TestResponse = {
  status: number;
  code: string;
  retryAfterS: number | null;
  body: string;
  location: string;
};

/** Two processes on one PostgreSQL with the rate limits of production and a clock that moves only on request. */
export type LimitsTestEnv = AsyncDisposable & {
  send: (processIndex: 0 | 1, send: TestRequest) => Promise<TestResponse>;
  clock: { now: () => number; moveTo: (ms: number) => void };
  restart: (processIndex: 0 | 1) => Promise<void>;
  /** A user with an account. */
  signUp: (address: string) => Promise<Seller['session'] & { email: string }>;
  url: string;
};

export async function createLimitsTestEnv(): Promise<LimitsTestEnv> {
  const testEnv = await createTestEnv({
    database: 'postgres',
    processCount: 2,
    started: false,
    env: { RATE_LIMITS: 'live', TRUSTED_PROXIES: `${PROXY}/32` },
  });
  const file = path.join(testEnv.folder, 'clock');
  const written = openSync(file, 'w');
  let now = 0;
  const moveTo = (ms: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(ms);
    writeSync(written, bytes, 0, 8, 0);
    now = ms;
  };
  moveTo((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + MINUTE_MS / 4);
  const start = (processIndex: 0 | 1): Promise<PinnedProcess> => {
    const { port, dataDir } = testEnv.appProcesses[processIndex] ?? testEnv.appProcess;
    const env = { ...testEnv.env, PORT: String(port), DATA_DIR: dataDir, CLOCK_FILE: file };
    return startOnCore(processIndex, ['qa/lib/bare-app.ts'], 'Serving ', { env });
  };
  const running = [await start(0), await start(1)];
  const urls = testEnv.appProcesses.map(({ url }) => url);
  const sendTo = (processIndex: 0 | 1, one: TestRequest) => sendTestRequest(urls[processIndex] ?? '', one);
  return {
    url: testEnv.url,
    send: sendTo,
    clock: { now: () => now, moveTo },
    restart: async (processIndex) => {
      await running[processIndex]?.[Symbol.asyncDispose]();
      running[processIndex] = await start(processIndex);
    },
    signUp: async (address) => {
      const email = uniqueEmail('limits');
      const body = { email, password: PASSWORD };
      const answer = await sendTo(0, { path: '/auth/v1/signup', address, body });
      if (answer.status !== 200) throw new Error(`A sign-up was answered with ${answer.status}: ${answer.body}`);
      return { ...(JSON.parse(answer.body) as Seller['session']), email };
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of running) await one[Symbol.asyncDispose]();
      await testEnv[Symbol.asyncDispose]();
    },
  };
}

async function sendTestRequest(
  url: string,
  { method, path: at, address, token, body, headers }: TestRequest,
): Promise<TestResponse> {
  const response = await sendRequest(url + at, {
    headers: { ...headers, 'x-forwarded-for': `${address}, ${PROXY}` },
    method: method ?? 'POST',
    ...(body && { body }),
    ...(token && { token }),
  });
  const retryAfter = response.headers['retry-after'];
  return {
    status: response.status,
    code: codeIn(response.body),
    retryAfterS: retryAfter === undefined ? null : Number(retryAfter),
    body: response.body,
    location: response.headers.location ?? '',
  };
}

/** The error code of an RPC function, the API or an auth endpoint. */
function codeIn(text: string): string {
  if (!text.startsWith('{')) return '';
  const payload = JSON.parse(text) as { error?: { code?: string }; code?: unknown };
  return payload.error?.code ?? (typeof payload.code === 'string' ? payload.code : '');
}

/** Two processes of one app with different clocks and time zones, and the sellers of the races. */
import path from 'node:path';

import pg from 'pg';

import type { Seller } from '../../e2e/support/seller.ts';
import { createTestEnv, type AppProcess, type TestEnv } from '../lib/test-env.ts';
import { startEmptyDnsServer, startWebhookReceiver, type CountingServer } from './counting-servers.ts';
import { startMailReceiver, type MailReceiver } from './mail-receiver.ts';

export type RaceTestEnv = {
  testEnv: TestEnv;
  /** The URLs of the two processes. */
  urls: readonly [string, string];
  sandboxUrl: string;
  db: pg.Pool;
  mail: MailReceiver;
  hooks: CountingServer;
  names: CountingServer;
  /** Restarts a process with the options of its first start. */
  restart: (appProcess: AppProcess) => Promise<void>;
  stop: () => Promise<void>;
};

/** A seller and their Stripe customer. */
export type Racer = { seller: Seller; customer: string };
export type Fault = { race: string; subject: string; description: string };

export const listFaults = (race: string, subject: string, checks: Record<string, boolean>): Fault[] =>
  Object.entries(checks).flatMap(([description, isOk]) => (isOk ? [] : [{ race, subject, description }]));

const SKEWED = path.join(import.meta.dirname, 'skewed-clock.ts');

/** `skewS`: how many seconds one process's clock is fast and the other's is slow. */
export async function createRaceTestEnv(skewS: number): Promise<RaceTestEnv> {
  const [mail, hooks, names] = [await startMailReceiver(), await startWebhookReceiver(), await startEmptyDnsServer()];
  const testEnv = await createTestEnv({
    database: 'postgres',
    processCount: 2,
    started: false,
    env: {
      LOG_LEVEL: 'warn',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Tillwright <shop@till.example>',
      DNS_SERVERS: names.address,
      DOMAIN_TARGET: 'till.example',
    },
  });
  const restart = async (appProcess: AppProcess) => {
    const isFirst = appProcess === testEnv.appProcess;
    await appProcess.start({
      NODE_OPTIONS: `--import=${SKEWED}`,
      SKEW_MS: String((isFirst ? 1 : -1) * skewS * 1000),
      TZ: isFirst ? 'Pacific/Kiritimati' : 'America/St_Johns',
      PGAPPNAME: isFirst ? 'first' : 'second',
    });
  };
  await Promise.all(testEnv.appProcesses.map(restart));
  const [first, second] = testEnv.appProcesses;
  if (!first || !second || !testEnv.postgres) throw new Error('Two processes need PostgreSQL');
  const db = new pg.Pool({ connectionString: testEnv.postgres.url, max: 8 });
  const stop = async () => {
    await db.end();
    await testEnv.stop();
    for (const one of [mail, hooks, names]) one.close();
  };
  const urls = [first.url, second.url] as const;
  return { testEnv, urls, sandboxUrl: testEnv.sandboxUrl, db, mail, hooks, names, restart, stop };
}

/** Runs `work` for each item with limited concurrency. */
export async function mapConcurrently<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const waiting = [...all.entries()];
  const results: R[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

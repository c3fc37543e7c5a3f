import path from 'node:path';

import { z } from 'zod';

import { backUpBeforeMigration } from '#server/backup/hourly-backups.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { FolderInUse, holdFolder } from '#server/db/single-process.ts';
import type { OperatorAct, Told } from '#server/operator/operator-act.ts';
import { operatorProof } from '#server/operator/operator-proof.ts';
import { openSecrets } from '#server/secrets.ts';

import { checkMode, printedError, readInstallation } from './installation.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../drizzle');
type Manner = {
  /** Timeout of a command in the running app. */
  patienceMs?: number;
  /** False: uses the database without migrating it. */
  migrates?: boolean;
};

/** Runs a command here when the database can be shared, otherwise in the app that holds it; prints the result. */
export async function runAsOperator(
  name: string,
  act: OperatorAct,
  words: readonly string[],
  manner: Manner = {},
): Promise<void> {
  // Files of the data folder are readable by their owner only.
  process.umask(0o077);
  try {
    const { text, good } = await tell(readInstallation(), { name, act, words, manner });
    console.log(text);
    process.exitCode = good ? 0 : 1;
  } catch (error) {
    console.error(printedError(error));
    process.exitCode = 1;
  }
}

type Wish = { name: string; act: OperatorAct; words: readonly string[]; manner: Manner };

async function tell(config: Config, { name, act, words, manner }: Wish): Promise<Told> {
  const { patienceMs = 60_000, migrates = true } = manner;
  const database = await openDatabase(config, migrates);
  if (!database) return askShop(config, name, words, patienceMs);
  try {
    await checkMode(database.db, config);
    const secrets = await openSecrets(config);
    const now = await businessClock(config);
    const realNow = () => new Date();
    // A running app polls the same rows every second.
    const ring = () => undefined;
    return await act({ config, secrets, db: database.db, mode: config.mode, now, realNow, ring }, words);
  } finally {
    await database.close();
  }
}

/** Null while a running app holds the embedded database. */
async function openDatabase(config: Config, migrates: boolean): Promise<Database | null> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return openPostgres(databaseUrl, MIGRATIONS, () => undefined);
  try {
    const hold = await holdFolder(dataDir);
    const database = await openEmbedded(hold, MIGRATIONS);
    if (migrates) await bringUpToDate(config, database);
    return { ...database, close: () => database.close().finally(hold.release) };
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

/** Backs up and migrates the database like a server start. */
async function bringUpToDate(config: Config, database: Database): Promise<void> {
  const [secrets, now] = [await openSecrets(config), () => new Date()];
  await backUpBeforeMigration({ config, secrets, db: database.db, mode: config.mode, now, realNow: now });
  await database.migrate();
}

const Answer = z.object({ text: z.string(), good: z.boolean() });

async function askShop(
  config: Config,
  name: string,
  words: readonly string[],
  patienceMs: number,
): Promise<Told> {
  const proof = operatorProof(await openSecrets(config), name, new Date());
  const answer = await fetch(`http://localhost:${config.port}/operator/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${proof}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ words }),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((cause: unknown) => {
    throw new Error(`The shop holds its database and does not answer at port ${config.port}: is PORT set?`, {
      cause,
    });
  });
  if (!answer.ok) throw new Error(`The shop answered ${answer.status}`);
  return Answer.parse(await answer.json());
}

const Clock = z.object({ now: z.iso.datetime() });

/** The sandbox clock in sandbox mode, when a running app provides it. */
async function businessClock({ mode, sandboxUrl, port }: Config): Promise<() => Date> {
  if (mode !== 'sandbox') return () => new Date();
  try {
    const answer = await fetch(`${sandboxUrl ?? `http://localhost:${port}`}/sandbox/clock.json`);
    const ahead = new Date(Clock.parse(await answer.json()).now).getTime() - Date.now();
    return () => new Date(Date.now() + ahead);
  } catch {
    return () => new Date();
  }
}

import type { Db } from '#server/db/client.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { checkInvariants, isViolated } from '#server/invariants/check-invariants.ts';

import { openAppDatabase } from './postgres.ts';
import type { TestEnv } from './test-env.ts';

/**
 * Lists the broken invariants of a ledger after a fault run, as sentences. The mock provider's clock gives the
 * time.
 */
export async function listBrokenInvariants(db: Db, sandboxUrl: string): Promise<string[]> {
  const clock = (await (await fetch(`${sandboxUrl}/sandbox/clock.json`)).json()) as { now: string };
  const clocks = { mode: 'sandbox', now: () => new Date(clock.now), realNow: () => new Date() } as const;
  const findings = await checkInvariants(db, clocks, { all: true });
  return findings
    .filter(isViolated)
    .map(
      ({ name, description: holds, count, examples, error }) =>
        `${name}: ${holds} ${error ?? `${count}, such as ${examples.join(', ')}`}`,
    );
}

/**
 * Checks the invariants of a PostgreSQL database that other processes have open, prints the result and returns
 * whether all hold.
 */
export async function areInvariantsMet(databaseUrl: string, sandboxUrl: string): Promise<boolean> {
  const database = openAppDatabase(databaseUrl);
  try {
    const broken = await listBrokenInvariants(database.db, sandboxUrl);
    for (const what of broken) console.log(`Broken: ${what}`);
    if (broken.length === 0) console.log('All invariants hold.');
    return broken.length === 0;
  } finally {
    await database.close();
  }
}

/** Lists the broken invariants of a run at its end. Stops an app with the embedded database, which has one user. */
export async function findBrokenInvariants({ postgres, appProcess, sandboxUrl }: TestEnv): Promise<string[]> {
  if (!postgres) await appProcess.end('SIGTERM');
  const lock = postgres ? null : await lockFolder(appProcess.dataDir);
  const database = postgres ? openAppDatabase(postgres.url) : await openEmbedded(lock, 'drizzle');
  try {
    return await listBrokenInvariants(database.db, sandboxUrl);
  } finally {
    await database.close();
    await lock?.release();
  }
}

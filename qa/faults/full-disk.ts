// A disk that becomes full: `npm run chaos:disk`. A shop with the embedded database stands on a small disk of its own, in
// memory; it is filled below the floor, then to the brim, and the shop is killed and started on it. Ends with 1 unless
// what was acknowledged is there each time, writes are refused with 503 while pages are shown, the ballast lets a full
// shop start once, and a start that cannot succeed says why. Where nothing may be mounted, only the refusal is tried.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

import { createConnectedSeller, publishPage, createPageConfig, type Seller } from '../../e2e/support/seller.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';

const MEGABYTE = 2 ** 20;
const DISK_MB = 400;
const FLOOR_MB = 60;
const TIMEOUT_MS = 30_000;
/** More than any disk has. */
const UNREACHABLE_MB = 999_999;

const faults: string[] = [];
const check = (what: string, holds: boolean) => {
  console.log(`  ${holds ? 'holds' : 'FAILS'}: ${what}`);
  if (!holds) faults.push(what);
};

const freeMb = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / MEGABYTE);
};

/** Takes room until so much is left. */
async function fill(folder: string, leave: number): Promise<void> {
  const file = await open(path.join(folder, 'filler'), 'a');
  const piece = Buffer.alloc(MEGABYTE / 4, 1);
  try {
    while (leave === 0 || freeMb(folder) > leave) await file.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

const draftStatus = async ({ url }: TestEnv['appProcess'], { session }: Seller): Promise<number> => {
  const answer = await fetch(`${url}/functions/v1/save-draft`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify({ config: createPageConfig() }),
  });
  await answer.body?.cancel();
  return answer.status === 503 && answer.headers.get('retry-after') !== '60' ? 0 : answer.status;
};

/** The disk is looked at every few seconds. */
async function untilDraftsAnswer(status: number, testEnv: TestEnv, seller: Seller): Promise<boolean> {
  for (const late = Date.now() + TIMEOUT_MS; Date.now() < late;) {
    if ((await draftStatus(testEnv.appProcess, seller)) === status) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

async function isShown({ url }: TestEnv['appProcess'], slug: string): Promise<boolean> {
  const answer = await fetch(`${url}/c/${slug}`);
  return answer.ok && (await answer.text()).includes('Linocut for Beginners');
}

async function onSmallDisk(testEnv: TestEnv): Promise<void> {
  const { appProcess } = testEnv;
  const ballast = path.join(appProcess.dataDir, 'ballast');
  await appProcess.start();
  const seller = await createConnectedSeller(appProcess);
  const { slug } = await publishPage(seller, createPageConfig());
  check('with room there is ballast', existsSync(ballast));
  await fill(appProcess.dataDir, FLOOR_MB - 20);
  check('below the floor drafts are refused with 503 and Retry-After', await untilDraftsAnswer(503, testEnv, seller));
  check('pages are shown meanwhile', await isShown(appProcess, slug));
  check('the shop is ready meanwhile', (await fetch(`${appProcess.url}/readyz`)).ok);
  await fill(appProcess.dataDir, 0);
  await appProcess.end('SIGKILL');
  await appProcess.start();
  check('full to the brim and killed, it starts by giving the ballast up', !existsSync(ballast));
  check('what was acknowledged is shown', await isShown(appProcess, slug));
  check('and nothing is taken', (await draftStatus(appProcess, seller)) === 503);
  await fill(appProcess.dataDir, 0);
  await appProcess.end('SIGKILL');
  const refused = await appProcess.start().then(
    () => 'it started',
    (error: unknown) => String(error),
  );
  check('full again, it ends with 1 and says what to do', /ended with 1:[^]*Make room on that disk/.test(refused));
  rmSync(path.join(appProcess.dataDir, 'filler'));
  await appProcess.start();
  check('with room again everything acknowledged is shown', await isShown(appProcess, slug));
  check('drafts are taken again', (await draftStatus(appProcess, seller)) === 200);
  check('and the ballast is back', existsSync(ballast));
}

async function refusalAlone(testEnv: TestEnv): Promise<void> {
  await testEnv.appProcess.start();
  const seller = await createConnectedSeller(testEnv.appProcess);
  const { slug } = await publishPage(seller, createPageConfig());
  await testEnv.appProcess.end('SIGTERM');
  await testEnv.appProcess.start({ DISK_FLOOR_MB: String(UNREACHABLE_MB) });
  check(
    'below the floor drafts are refused with 503 and Retry-After',
    (await draftStatus(testEnv.appProcess, seller)) === 503,
  );
  check('pages are shown meanwhile', await isShown(testEnv.appProcess, slug));
}

const testEnv = await createTestEnv({
  database: 'embedded',
  started: false,
  env: { LOG_LEVEL: 'error', DISK_FLOOR_MB: String(FLOOR_MB) },
});
mkdirSync(testEnv.appProcess.dataDir, { recursive: true });
const mounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', testEnv.appProcess.dataDir]).status === 0;
try {
  if (mounted) await onSmallDisk(testEnv);
  else {
    console.log('  No disk may be mounted here: only the refusal is tried');
    await refusalAlone(testEnv);
  }
} finally {
  await testEnv.appProcess.end('SIGKILL');
  if (mounted) spawnSync('umount', ['-l', testEnv.appProcess.dataDir]);
  await testEnv.stop();
}
console.log(faults.length === 0 ? '  Nothing acknowledged is lost on a full disk.' : `  ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;

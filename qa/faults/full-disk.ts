// Full disk: `npm run chaos:disk`. An app with the embedded database runs on a small memory disk, which is filled
// below the reserve limit and then completely; the app is killed and restarted on it. Ends with 1 unless
// acknowledged data survives each time, writes are refused with 503 while pages are served, the reserve file allows
// one start on a full disk, and a start that cannot succeed says why. Where mounts are not allowed, only the
// refusal is tested.
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
/** More space than any disk has. */
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

/** Fills the disk until this much space is left. */
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

/** The app checks the disk every few seconds. */
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
  const reserveFile = path.join(appProcess.dataDir, 'ballast');
  await appProcess.start();
  const seller = await createConnectedSeller(appProcess);
  const { slug } = await publishPage(seller, createPageConfig());
  check('with free space, the reserve file exists', existsSync(reserveFile));
  await fill(appProcess.dataDir, FLOOR_MB - 20);
  check('below the limit, drafts are refused with 503 and Retry-After', await untilDraftsAnswer(503, testEnv, seller));
  check('pages are served meanwhile', await isShown(appProcess, slug));
  check('the app is ready meanwhile', (await fetch(`${appProcess.url}/readyz`)).ok);
  await fill(appProcess.dataDir, 0);
  await appProcess.end('SIGKILL');
  await appProcess.start();
  check('on a full disk, a killed app starts by deleting the reserve file', !existsSync(reserveFile));
  check('acknowledged data is served', await isShown(appProcess, slug));
  check('and writes are refused', (await draftStatus(appProcess, seller)) === 503);
  await fill(appProcess.dataDir, 0);
  await appProcess.end('SIGKILL');
  const refused = await appProcess.start().then(
    () => 'it started',
    (error: unknown) => String(error),
  );
  check(
    'on a disk that is full again, it exits with 1 and says what to do',
    /ended with 1:[^]*Make room on that disk/.test(refused),
  );
  rmSync(path.join(appProcess.dataDir, 'filler'));
  await appProcess.start();
  check('with free space again, all acknowledged data is served', await isShown(appProcess, slug));
  check('drafts are accepted again', (await draftStatus(appProcess, seller)) === 200);
  check('and the reserve file is restored', existsSync(reserveFile));
}

async function refusalAlone(testEnv: TestEnv): Promise<void> {
  await testEnv.appProcess.start();
  const seller = await createConnectedSeller(testEnv.appProcess);
  const { slug } = await publishPage(seller, createPageConfig());
  await testEnv.appProcess.end('SIGTERM');
  await testEnv.appProcess.start({ DISK_FLOOR_MB: String(UNREACHABLE_MB) });
  check(
    'below the limit, drafts are refused with 503 and Retry-After',
    (await draftStatus(testEnv.appProcess, seller)) === 503,
  );
  check('pages are served meanwhile', await isShown(testEnv.appProcess, slug));
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
    console.log('  Mounts are not allowed here: only the refusal is tested');
    await refusalAlone(testEnv);
  }
} finally {
  await testEnv.appProcess.end('SIGKILL');
  if (mounted) spawnSync('umount', ['-l', testEnv.appProcess.dataDir]);
  await testEnv.stop();
}
console.log(faults.length === 0 ? '  No acknowledged data is lost on a full disk.' : `  ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;

import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { keepBallast, makeRoomToStart, NoRoomToStart } from './room-to-start.ts';

const MEGABYTE = 2 ** 20;

/** A folder with a database on a disk of this size, of which other files use a part. */
async function openFolder({ disk, others, db = true }: { disk: number; others: number; db?: boolean }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-room-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (db) await mkdir(path.join(folder, 'db'));
  const ballast = path.join(folder, 'ballast');
  const taken = async () => (await stat(ballast).catch(() => ({ size: 0 }))).size;
  const state = { others };
  const free = async () => (disk - state.others) * MEGABYTE - (await taken());
  return { folder, ballast, free, taken, state };
}

test('creates the reserve file when there is space, and deletes it when the disk is too full to start', async () => {
  const { folder, free, taken, state } = await openFolder({ disk: 500, others: 100 });
  await keepBallast(folder, 200 * MEGABYTE, free);
  expect(await taken()).toBe(32 * MEGABYTE);
  await makeRoomToStart(folder, free);
  expect(await taken()).toBe(32 * MEGABYTE);
  state.others = 467;
  await makeRoomToStart(folder, free);
  expect(await taken()).toBe(0);
  // Not created again before there is space above the floor.
  await keepBallast(folder, 200 * MEGABYTE, free);
  expect(await taken()).toBe(0);
  state.others = 100;
  await keepBallast(folder, 200 * MEGABYTE, free);
  expect(await taken()).toBe(32 * MEGABYTE);
});

test('reports free space, needed space and the remedy when it cannot start', async () => {
  const { folder, free } = await openFolder({ disk: 500, others: 490 });
  const refused = makeRoomToStart(folder, free);
  await expect(refused).rejects.toThrow(NoRoomToStart);
  await expect(refused).rejects.toThrow(/10 MB are left, and the database needs 24 MB to open.*Make room/);
});

test('needs more space to create a database than to open one', async () => {
  const { folder, free } = await openFolder({ disk: 500, others: 400, db: false });
  await expect(makeRoomToStart(folder, free)).rejects.toThrow('needs 128 MB');
  await mkdir(path.join(folder, 'db'));
  await makeRoomToStart(folder, free);
});

test('leaves an existing reserve file unchanged', async () => {
  const { folder, ballast, free, taken } = await openFolder({ disk: 500, others: 0 });
  await writeFile(ballast, 'heavy');
  await keepBallast(folder, 200 * MEGABYTE, free);
  expect(await taken()).toBe(5);
});

import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createReserveFile, freeReserveIfNeeded, DiskFullAtStart } from './reserve-file.ts';

const MEGABYTE_BYTES = 2 ** 20;

/** A folder with a database on a disk of this size, of which other files use a part. */
async function openFolder({ diskMb, otherFilesMb, db = true }: { diskMb: number; otherFilesMb: number; db?: boolean }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-room-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (db) await mkdir(path.join(folder, 'db'));
  const reserveFile = path.join(folder, 'ballast');
  const reserveSize = async () => (await stat(reserveFile).catch(() => ({ size: 0 }))).size;
  const state = { otherFilesMb };
  const readFreeBytes = async () => (diskMb - state.otherFilesMb) * MEGABYTE_BYTES - (await reserveSize());
  return { folder, reserveFile, readFreeBytes, reserveSize, state };
}

test('creates the reserve file when there is space, and deletes it when the disk is too full to start', async () => {
  const { folder, readFreeBytes, reserveSize, state } = await openFolder({ diskMb: 500, otherFilesMb: 100 });
  await createReserveFile(folder, 200 * MEGABYTE_BYTES, readFreeBytes);
  expect(await reserveSize()).toBe(32 * MEGABYTE_BYTES);
  await freeReserveIfNeeded(folder, readFreeBytes);
  expect(await reserveSize()).toBe(32 * MEGABYTE_BYTES);
  state.otherFilesMb = 467;
  await freeReserveIfNeeded(folder, readFreeBytes);
  expect(await reserveSize()).toBe(0);
  // Not created again before there is space above the floor.
  await createReserveFile(folder, 200 * MEGABYTE_BYTES, readFreeBytes);
  expect(await reserveSize()).toBe(0);
  state.otherFilesMb = 100;
  await createReserveFile(folder, 200 * MEGABYTE_BYTES, readFreeBytes);
  expect(await reserveSize()).toBe(32 * MEGABYTE_BYTES);
});

test('reports free space, needed space and the remedy when it cannot start', async () => {
  const { folder, readFreeBytes } = await openFolder({ diskMb: 500, otherFilesMb: 490 });
  const start = freeReserveIfNeeded(folder, readFreeBytes);
  await expect(start).rejects.toThrow(DiskFullAtStart);
  await expect(start).rejects.toThrow(/10 MB are left, and the database needs 24 MB to open.*Make room/);
});

test('needs more space to create a database than to open one', async () => {
  const { folder, readFreeBytes } = await openFolder({ diskMb: 500, otherFilesMb: 400, db: false });
  await expect(freeReserveIfNeeded(folder, readFreeBytes)).rejects.toThrow('needs 128 MB');
  await mkdir(path.join(folder, 'db'));
  await freeReserveIfNeeded(folder, readFreeBytes);
});

test('leaves an existing reserve file unchanged', async () => {
  const { folder, reserveFile, readFreeBytes, reserveSize } = await openFolder({
    diskMb: 500,
    otherFilesMb: 0,
  });
  await writeFile(reserveFile, 'heavy');
  await createReserveFile(folder, 200 * MEGABYTE_BYTES, readFreeBytes);
  expect(await reserveSize()).toBe(5);
});

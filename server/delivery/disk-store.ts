import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#domain/errors.ts';

import { contentPath, isSha256 } from './content-path.ts';
import type { FileStore } from './file-store.ts';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Turns the error of a full disk into AppError 'disk_full'. */
export const toDiskError = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error))) ? new AppError('disk_full', { cause: error }) : error;

/** Writes a file, or the names in a folder, from the system's cache to the disk. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Size of a file; null if it does not exist. */
const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    },
  );

/** Stores contents in a folder: `<first two digits>/<sha256>`. */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (sha256: string) => path.join(folder, contentPath(sha256));
  return {
    put: (sha256, source) => putFile(source, pathOf(sha256)),
    open: async (sha256, range) => {
      const handle = await open(pathOf(sha256), 'r').catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      return handle && handle.createReadStream({ ...range, highWaterMark: READ_BYTES });
    },
    exists: async (sha256) => (await sizeOf(pathOf(sha256))) !== null,
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    list: () => listContents(folder),
    getPath: pathOf,
    createLink: () => Promise.resolve(null),
  };
}

const READ_BYTES = 256 * 1024;

/**
 * Writes a file under a temporary name and renames it, so that it exists as a whole or not at all. A hard link takes no
 * further space. A file of another size is the rest of a damaged one and is replaced.
 */
async function putFile(source: string, target: string): Promise<void> {
  const { size } = await stat(source);
  if ((await sizeOf(target)) === size) return;
  const temporary = `${target}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await link(source, temporary).catch(() => copyFile(source, temporary));
    await sync(temporary);
    await rename(temporary, target);
    await sync(path.dirname(target));
  } catch (error) {
    throw toDiskError(error);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function listContents(folder: string): Promise<string[]> {
  const prefixes = (await listNames(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const names = await Promise.all(prefixes.map((prefix) => listNames(path.join(folder, prefix))));
  return names.flat().filter(isSha256);
}

const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

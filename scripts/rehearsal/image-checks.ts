import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { CANARY } from './build-context.ts';
import type { Image } from './build-stage.ts';
import { check, assertEqual } from './checks.ts';
import { run } from './run-program.ts';

/** Maximum image size, because every update downloads it. */
const MAX_IMAGE_MB = 800;
/** Folders that Docker mounts. */
const MOUNTED_FOLDERS = ['/proc', '/dev', '/sys'];

const megabytes = (folder: string): number => Number.parseInt(run('du', ['-sm', folder]), 10);

/** Checks an image before it runs. `base`: root of its base image. */
export async function checkImage(image: Image, base: string, mounts: readonly string[]): Promise<void> {
  await check('The image contains no private files of the working copy', () => {
    const { status, stdout } = spawnSync('grep', ['-rlxF', '--devices=skip', CANARY, image.root], {
      encoding: 'utf8',
    });
    if (status !== 1) throw new Error(stdout.replaceAll(image.root, ''));
    return '';
  });
  await check("The image contains none of this machine's registry settings", () => {
    const names = ['-name', '.npmrc', '-o', '-name', '_cacache', '-o', '-name', 'ca-certificates.crt'];
    return assertEqual(run('find', [image.root, ...names]).replaceAll(image.root, ''), '');
  });
  await check("The image's user can write only to the volumes", () => {
    const baseWritable = new Set(writable(base, image.user));
    const addedWritable = writable(image.root, image.user).filter((file) => !baseWritable.has(file));
    const unexpected = addedWritable.filter((file) => !mounts.some((mount) => file === mount));
    assertEqual(unexpected.slice(0, 10), []);
    return addedWritable.join(', ');
  });
  await check(`The image has at most ${MAX_IMAGE_MB} MB`, () => {
    const size = megabytes(image.root);
    if (size > MAX_IMAGE_MB) throw new Error(`${size} MB`);
    return `${size} MB, ${size - megabytes(base)} MB of them above the base image`;
  });
}

/** Files that a user could write if the root were not read-only. */
function writable(root: string, user: string): string[] {
  const skipped = MOUNTED_FOLDERS.flatMap((folder) => ['-path', folder, '-o']).slice(0, -1);
  const what = ['(', ...skipped, ')', '-prune', '-o', '!', '-type', 'l', '-writable', '-print'];
  const confined = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
  const { stdout } = spawnSync('chroot', [root, ...confined, 'find', '/', ...what], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => path.posix.normalize(file));
}

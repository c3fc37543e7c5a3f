import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Mutation } from './mutation.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A copy of the project whose files may be changed. */
export type WorkCopy = {
  root: string;
  /** Folder for the temporary files of the tests. */
  temporary: string;
  /** Applies a mutation. The returned function restores the file. */
  applyMutation: (mutation: Mutation) => Promise<() => Promise<void>>;
};

/** All files of the project that Git tracks or would add. */
function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

const BUILD = /^[0-9a-f]{16}$/;

/** Makes the copy `name` below `folder`. Links packages one by one, so the copy has its own caches in `node_modules`. */
export async function createWorkCopy(folder: string, name: string): Promise<WorkCopy> {
  const root = path.join(folder, name);
  const temporary = path.join(folder, `${name}-tmp`);
  await mkdir(temporary, { recursive: true });
  for (const file of projectFiles()) await cp(path.join(ROOT, file), path.join(root, file));
  await linkPackages(root);
  for (const build of await listBuilds(ROOT))
    await cp(path.join(ROOT, 'build', build), path.join(root, 'build', build), { recursive: true });
  return { root, temporary, applyMutation: (mutation) => mutateFile(root, mutation) };
}

async function linkPackages(root: string): Promise<void> {
  const packages = path.join(ROOT, 'node_modules');
  await mkdir(path.join(root, 'node_modules'));
  for (const name of await readdir(packages))
    if (!/^\.(?:vite|cache)/.test(name))
      await symlink(path.join(packages, name), path.join(root, 'node_modules', name));
}

async function listBuilds(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, 'build')).catch(() => []);
  return names.filter((name) => BUILD.test(name));
}

async function mutateFile(root: string, { id, file, find, replace }: Mutation): Promise<() => Promise<void>> {
  const filePath = path.join(root, file);
  const original = await readFile(filePath, 'utf8');
  const [before, after, ...extraParts] = original.split(find);
  if (before === undefined || after === undefined || extraParts.length > 0)
    throw new Error(`${id}: the text to replace does not occur exactly once in ${file}`);
  const builds = await listBuilds(root);
  await writeFile(filePath, before + replace + after);
  return async () => {
    await writeFile(filePath, original);
    for (const build of await listBuilds(root))
      if (!builds.includes(build)) await rm(path.join(root, 'build', build), { recursive: true, force: true });
  };
}

/** Lists the errors of the catalog itself. */
export async function findCatalogErrors(mutations: readonly Mutation[]): Promise<string[]> {
  const errors: string[] = [];
  const seenIds = new Set<string>();
  for (const { id, file, find, replace, tests } of mutations) {
    const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => null);
    const count = text === null ? 0 : text.split(find).length - 1;
    if (seenIds.has(id)) errors.push(`${id}: the id occurs twice`);
    if (text === null) errors.push(`${id}: there is no file ${file}`);
    else if (count !== 1) errors.push(`${id}: the text to replace occurs ${count} times in ${file}`);
    if (find === replace) errors.push(`${id}: nothing is replaced`);
    if (tests.length === 0) errors.push(`${id}: no test file is named`);
    for (const test of tests)
      if (!existsSync(path.join(ROOT, test))) errors.push(`${id}: there is no test file ${test}`);
    seenIds.add(id);
  }
  return errors;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { findingsAbout, type Finding } from './finding.ts';

const Package = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  devOptional: z.boolean().default(false),
});
const Lock = z.object({ packages: z.record(z.string(), Package) });

const ROOT = path.join(import.meta.dirname, '../..');

/** Compares the packages that npm recorded at installation with the lockfile. */
export async function checkDependencies(root = ROOT): Promise<Finding> {
  const { ok, warning } = findingsAbout('dependencies');
  const remedy = 'npm start installs them; without it npm ci --include=dev --ignore-scripts does, or a new image';
  const [expected, installed] = await Promise.all([
    readLockfile(path.join(root, 'package-lock.json')),
    readLockfile(path.join(root, 'node_modules/.package-lock.json')),
  ]);
  if (!expected || !installed) return warning('were not installed by npm', remedy);
  const names = [...new Set([...expected.keys(), ...installed.keys()])].filter((name) => name !== '');
  const mismatched = names.filter((name) => !matchesLock(expected.get(name), installed.get(name)));
  if (mismatched.length === 0) return ok('are those of package-lock.json');
  const suffix = mismatched.length > 1 ? ` and ${mismatched.length - 1} more` : '';
  return warning(`are not those of package-lock.json: ${mismatched[0]}${suffix}`, remedy);
}

type Installed = z.infer<typeof Package>;

/** Packages for development or for other platforms may be missing. */
function matchesLock(expected: Installed | undefined, installed: Installed | undefined): boolean {
  if (!expected) return false;
  if (!installed) return expected.dev || expected.optional || expected.devOptional;
  return expected.version === installed.version && expected.integrity === installed.integrity;
}

async function readLockfile(file: string): Promise<Map<string, Installed> | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : new Map(Object.entries(Lock.parse(JSON.parse(text)).packages));
}

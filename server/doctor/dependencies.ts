import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { about, type Finding } from './finding.ts';

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
export async function dependenciesFinding(root = ROOT): Promise<Finding> {
  const { ok, warning } = about('dependencies');
  const remedy =
    'npm start installs them; without it npm ci --include=dev --ignore-scripts does, or a new image';
  const [wanted, installed] = await Promise.all([
    lockIn(path.join(root, 'package-lock.json')),
    lockIn(path.join(root, 'node_modules/.package-lock.json')),
  ]);
  if (!wanted || !installed) return warning('were not installed by npm', remedy);
  const names = [...new Set([...wanted.keys(), ...installed.keys()])].filter((name) => name !== '');
  const strange = names.filter((name) => !fits(wanted.get(name), installed.get(name)));
  if (strange.length === 0) return ok('are those of package-lock.json');
  const more = strange.length > 1 ? ` and ${strange.length - 1} more` : '';
  return warning(`are not those of package-lock.json: ${strange[0]}${more}`, remedy);
}

type Installed = z.infer<typeof Package>;

/** Packages for development or for other platforms may be missing. */
function fits(wanted: Installed | undefined, installed: Installed | undefined): boolean {
  if (!wanted) return false;
  if (!installed) return wanted.dev || wanted.optional || wanted.devOptional;
  return wanted.version === installed.version && wanted.integrity === installed.integrity;
}

async function lockIn(file: string): Promise<Map<string, Installed> | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : new Map(Object.entries(Lock.parse(JSON.parse(text)).packages));
}

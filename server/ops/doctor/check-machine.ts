import { constants, existsSync } from 'node:fs';
import { access, stat, statfs, readFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import type { Config } from '#server/core/config.ts';

import { findingsAbout, type Finding } from './finding.ts';

const Package = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  devOptional: z.boolean().default(false),
});
const Lock = z.object({ packages: z.record(z.string(), Package) });

const ROOT = path.join(import.meta.dirname, '../../..');

/** Compares the packages that npm recorded at installation with the lockfile. */
export async function checkDependencies(root = ROOT): Promise<Finding> {
  const { ok, warning } = findingsAbout('dependencies');
  const remedy = 'Run npm start or npm ci --include=dev --ignore-scripts, or build a new image';
  const [expected, installed] = await Promise.all([
    readLockfile(path.join(root, 'package-lock.json')),
    readLockfile(path.join(root, 'node_modules/.package-lock.json')),
  ]);
  if (!expected || !installed) return warning('were not installed with npm', remedy);
  const names = [...new Set([...expected.keys(), ...installed.keys()])].filter((name) => name !== '');
  const mismatched = names.filter((name) => !matchesLock(expected.get(name), installed.get(name)));
  if (mismatched.length === 0) return ok('match package-lock.json');
  const suffix = mismatched.length > 1 ? ` and ${mismatched.length - 1} more` : '';
  return warning(`don’t match package-lock.json: ${mismatched[0]}${suffix}`, remedy);
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

const GB = 1024 ** 3;
/** Free disk space: below `least` writing may soon fail; below `comfortable` it is a warning. */
const FREE_SPACE = { minimum: GB, comfortable: 5 * GB };

export const checkMachine = async (config: Config): Promise<Finding[]> => [
  checkNode(),
  await checkDependencies(),
  ...(await checkDataFolder(config)),
  await checkDiskSpace(config.dataDir),
];

function checkNode(): Finding {
  const { ok, wrong } = findingsAbout('node');
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= 24
    ? ok(node)
    : wrong(`${node} is too old`, 'Use Node 24. On Linux, npm ci installs it; elsewhere, install it from nodejs.org');
}

async function checkDataFolder({ dataDir }: Config): Promise<Finding[]> {
  const { ok, later, warning, wrong } = findingsAbout('data folder');
  const folder = path.resolve(dataDir);
  if (!existsSync(folder)) return [later(`${folder} doesn’t exist yet`, 'The first start creates it')];
  const ownUid = process.getuid?.();
  const { mode, uid } = await stat(folder);
  const findings: Finding[] = [];
  if (ownUid !== undefined && ownUid !== 0 && uid !== ownUid)
    findings.push(
      wrong(`${folder} belongs to another user (${uid})`, 'Run chown to give it to the user that runs the server'),
    );
  const writable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) findings.push(wrong(`${folder} isn’t writable`, 'Give the user that runs the server write access'));
  if (mode & 0o007)
    findings.push(warning(`${folder} is accessible to all users of this machine`, `Run chmod 700 ${folder}`));
  const secrets = path.join(folder, 'secrets.json');
  if (existsSync(secrets) && (await stat(secrets)).mode & 0o077)
    findings.push(wrong(`${secrets} can be read by other users of this machine`, `Run chmod 600 ${secrets}`));
  return findings.length > 0 ? findings : [ok(`${folder} is only accessible to its owner`)];
}

async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const { ok, warning, wrong } = findingsAbout('disk');
  let existingPath = path.resolve(dataDir);
  while (!existsSync(existingPath)) existingPath = path.dirname(existingPath);
  const { bavail, bsize } = await statfs(existingPath);
  const free = bavail * bsize;
  const message = `${(free / GB).toFixed(1)} GB free at ${existingPath}`;
  const remedy = 'Free up space, use a larger disk, or move backups to another disk (BACKUP_DIR)';
  if (free < FREE_SPACE.minimum) return wrong(message, remedy);
  return free < FREE_SPACE.comfortable ? warning(message, remedy) : ok(message);
}

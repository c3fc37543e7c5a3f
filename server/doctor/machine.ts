import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config.ts';

import { RESERVE_FILE_BYTES, reserveFilePath } from '#server/disk/room-to-start.ts';

import { checkDependencies } from './dependencies.ts';
import { findingsAbout, type Finding } from './finding.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
/** Free disk space: below `least` writing may soon fail; below `comfortable` it is a warning. */
const FREE_SPACE = { minimum: GB, comfortable: 5 * GB };

export const checkMachine = async (config: Config): Promise<Finding[]> => [
  checkNode(),
  await checkDependencies(),
  ...(await checkDataFolder(config)),
  await checkDiskSpace(config.dataDir),
  ...(await checkReserveFile(config)),
];

function checkNode(): Finding {
  const { ok, wrong } = findingsAbout('node');
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= 24
    ? ok(node)
    : wrong(`${node} is too old`, 'npm ci brings Node 24 on Linux; elsewhere install it from nodejs.org');
}

async function checkDataFolder({ dataDir }: Config): Promise<Finding[]> {
  const { ok, later, wrong } = findingsAbout('data folder');
  const folder = path.resolve(dataDir);
  if (!existsSync(folder)) return [later(`${folder} is not there yet`, 'the first start makes it')];
  const ownUid = process.getuid?.();
  const { mode, uid } = await stat(folder);
  const findings: Finding[] = [];
  if (ownUid !== undefined && ownUid !== 0 && uid !== ownUid)
    findings.push(wrong(`${folder} belongs to another user (${uid})`, 'chown it to the user that runs the shop'));
  const writable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) findings.push(wrong(`${folder} cannot be written`, 'give it to the user that runs the shop'));
  if (mode & 0o007)
    findings.push(
      findingsAbout('data folder').warning(`${folder} is open to everybody on this machine`, `chmod 700 ${folder}`),
    );
  const secrets = path.join(folder, 'secrets.json');
  if (existsSync(secrets) && (await stat(secrets)).mode & 0o077)
    findings.push(wrong(`${secrets} can be read by others on this machine`, `chmod 600 ${secrets}`));
  return findings.length > 0 ? findings : [ok(`${folder}, for its owner alone`)];
}

async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const { ok, warning, wrong } = findingsAbout('disk');
  let existingPath = path.resolve(dataDir);
  while (!existsSync(existingPath)) existingPath = path.dirname(existingPath);
  const { bavail, bsize } = await statfs(existingPath);
  const free = bavail * bsize;
  const message = `${(free / GB).toFixed(1)} GB free at ${existingPath}`;
  const remedy = 'Delete what is not needed, or give the shop a larger disk; backups may go elsewhere (BACKUP_DIR)';
  if (free < FREE_SPACE.minimum) return wrong(message, remedy);
  return free < FREE_SPACE.comfortable ? warning(message, remedy) : ok(message);
}

/** Checks the reserve file that the embedded database deletes to open on a full disk. Each start recreates it. */
async function checkReserveFile({ databaseUrl, dataDir, operations: operation }: Config): Promise<Finding[]> {
  if (databaseUrl || !existsSync(path.join(dataDir, 'db/PG_VERSION'))) return [];
  const { ok, warning } = findingsAbout('ballast');
  const file = path.resolve(reserveFilePath(dataDir));
  const exists = existsSync(file);
  const fileBytes = exists ? (await stat(file)).size : 0;
  const [actualMb, fullMb, neededMb] = [
    fileBytes,
    RESERVE_FILE_BYTES,
    operation.minFreeDiskBytes + RESERVE_FILE_BYTES,
  ].map((bytes) => Math.floor(bytes / MB));
  if (fileBytes >= RESERVE_FILE_BYTES) return [ok(`${fullMb} MB, to be given up when the disk is full`)];
  const remedy = `Make sure that more than ${neededMb} MB are free there${exists ? ', delete it' : ''} and start the shop again: it lays it down`;
  return [
    exists
      ? warning(`${file} has ${actualMb} of its ${fullMb} MB: on a full disk the database may not open`, remedy)
      : warning(`${file} is missing: on a full disk the database may not open`, remedy),
  ];
}

import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config.ts';

import { BALLAST_BYTES, ballastFile } from '#server/disk/room-to-start.ts';

import { dependenciesFinding } from './dependencies.ts';
import { about, type Finding } from './finding.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
/** Free disk space: below `least` writing may soon fail; below `comfortable` it is a warning. */
const ROOM = { least: GB, comfortable: 5 * GB };

export const machineFindings = async (config: Config): Promise<Finding[]> => [
  nodeFinding(),
  await dependenciesFinding(),
  ...(await folderFindings(config)),
  await roomFinding(config.dataDir),
  ...(await ballastFindings(config)),
];

function nodeFinding(): Finding {
  const { ok, wrong } = about('node');
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= 24
    ? ok(node)
    : wrong(`${node} is too old`, 'npm ci brings Node 24 on Linux; elsewhere install it from nodejs.org');
}

async function folderFindings({ dataDir }: Config): Promise<Finding[]> {
  const { ok, later, wrong } = about('data folder');
  const folder = path.resolve(dataDir);
  if (!existsSync(folder)) return [later(`${folder} is not there yet`, 'the first start makes it')];
  const own = process.getuid?.();
  const { mode, uid } = await stat(folder);
  const findings: Finding[] = [];
  if (own !== undefined && own !== 0 && uid !== own)
    findings.push(
      wrong(`${folder} belongs to another user (${uid})`, 'chown it to the user that runs the shop'),
    );
  const writable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    findings.push(wrong(`${folder} cannot be written`, 'give it to the user that runs the shop'));
  if (mode & 0o007)
    findings.push(
      about('data folder').warning(`${folder} is open to everybody on this machine`, `chmod 700 ${folder}`),
    );
  const secrets = path.join(folder, 'secrets.json');
  if (existsSync(secrets) && (await stat(secrets)).mode & 0o077)
    findings.push(wrong(`${secrets} can be read by others on this machine`, `chmod 600 ${secrets}`));
  return findings.length > 0 ? findings : [ok(`${folder}, for its owner alone`)];
}

async function roomFinding(dataDir: string): Promise<Finding> {
  const { ok, warning, wrong } = about('disk');
  let place = path.resolve(dataDir);
  while (!existsSync(place)) place = path.dirname(place);
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const says = `${(free / GB).toFixed(1)} GB free at ${place}`;
  const remedy =
    'Delete what is not needed, or give the shop a larger disk; backups may go elsewhere (BACKUP_DIR)';
  if (free < ROOM.least) return wrong(says, remedy);
  return free < ROOM.comfortable ? warning(says, remedy) : ok(says);
}

/** Checks the reserve file that the embedded database deletes to open on a full disk. Each start recreates it. */
async function ballastFindings({ databaseUrl, dataDir, operation }: Config): Promise<Finding[]> {
  if (databaseUrl || !existsSync(path.join(dataDir, 'db/PG_VERSION'))) return [];
  const { ok, warning } = about('ballast');
  const file = path.resolve(ballastFile(dataDir));
  const isThere = existsSync(file);
  const laid = isThere ? (await stat(file)).size : 0;
  const [has, whole, needed] = [laid, BALLAST_BYTES, operation.diskFloor + BALLAST_BYTES].map((bytes) =>
    Math.floor(bytes / MB),
  );
  if (laid >= BALLAST_BYTES) return [ok(`${whole} MB, to be given up when the disk is full`)];
  const remedy = `Make sure that more than ${needed} MB are free there${isThere ? ', delete it' : ''} and start the shop again: it lays it down`;
  return [
    isThere
      ? warning(`${file} has ${has} of its ${whole} MB: on a full disk the database may not open`, remedy)
      : warning(`${file} is missing: on a full disk the database may not open`, remedy),
  ];
}

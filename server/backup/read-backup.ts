import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { BackupRefused, BROKEN } from './backup-refused.ts';
import { ByteReader } from './byte-reader.ts';
import { FRAME, parsed, readFrame } from './frames.ts';
import { MAGIC } from './make-backup.ts';
import { Head, Manifest, measured, PartHead, type Measure } from './manifest.ts';
import { sealOf, unsealed } from './sealing.ts';

const LONGEST_LINE = 4096;

/** Receives the content of one part. */
export type Visit = (part: PartHead, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

async function readHead(reader: ByteReader): Promise<{ head: Head; line: Buffer }> {
  const magic = await reader.readLine(MAGIC.length);
  if (magic === null || `${magic}\n` !== MAGIC)
    throw new BackupRefused('This file is no backup of Tillwright.');
  const line = await reader.readLine(LONGEST_LINE);
  if (line === null) throw new BackupRefused(`${BROKEN}.`);
  return { head: parsed(Head, line), line: Buffer.from(`${line}\n`) };
}

/** The header of a backup, which is not verified. */
export async function headOf(file: string): Promise<Head> {
  const source = createReadStream(file, { end: MAGIC.length + LONGEST_LINE });
  return (await readHead(new ByteReader(source))).head;
}

const drained: Visit = async (_, bytes) => {
  for await (const _piece of bytes);
};

/** Reads a whole backup and verifies each part against the manifest. Throws BackupError when anything differs. */
export async function readBackup(
  file: string,
  backupKey: string | null,
  visit: Visit = drained,
): Promise<Manifest> {
  const reader = new ByteReader(createReadStream(file));
  const { head, line } = await readHead(reader);
  if (head.salt !== null && backupKey === null)
    throw new BackupRefused('This backup is sealed: set BACKUP_KEY to what it was sealed with.');
  const packed =
    head.salt !== null && backupKey !== null
      ? unsealed(reader.rest(), sealOf(backupKey, head.salt, line))
      : reader.rest();
  try {
    return await readParts(new ByteReader(pipeline(packed, createGunzip(), () => undefined)), head, visit);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new BackupRefused(`${BROKEN}.`, { cause: error });
  }
}

async function readParts(reader: ByteReader, head: Head, visit: Visit): Promise<Manifest> {
  const found = new Map<string, Measure & { columns?: string[] }>();
  for (;;) {
    const { kind, body } = await readFrame(reader, [FRAME.part, FRAME.manifest]);
    if (kind === FRAME.manifest) {
      const manifest = parsed(Manifest, body);
      if (!(await reader.isAtEnd()) || !isWhole(manifest, head, found)) throw new BackupRefused(`${BROKEN}.`);
      return manifest;
    }
    const part = parsed(PartHead, body);
    const columns = part.kind === 'table' ? { columns: part.columns } : {};
    const bytes = measured(dataOf(reader), (measure) =>
      found.set(`${part.kind} ${part.name}`, { ...measure, ...columns }),
    );
    await visit(part, bytes);
    await drained(part, bytes);
  }
}

async function* dataOf(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { kind, body } = await readFrame(reader, [FRAME.data, FRAME.end]);
    if (kind === FRAME.end) return;
    yield body;
  }
}

function isWhole(
  manifest: Manifest,
  head: Head,
  found: ReadonlyMap<string, Measure & { columns?: string[] }>,
) {
  const { tables, files, ...rest } = manifest;
  const sameHead = JSON.stringify(Head.parse(rest)) === JSON.stringify(head);
  const same = (key: string, { bytes, sha256 }: Pick<Measure, 'bytes' | 'sha256'>) =>
    found.get(key)?.bytes === bytes && found.get(key)?.sha256 === sha256;
  return (
    sameHead &&
    found.size === tables.length + files.length &&
    tables.every(
      (table) =>
        same(`table ${table.name}`, table) &&
        found.get(`table ${table.name}`)?.rows === table.rows &&
        found.get(`table ${table.name}`)?.columns?.join() === table.columns.join(),
    ) &&
    files.every((file) => same(`file ${file.name}`, file))
  );
}

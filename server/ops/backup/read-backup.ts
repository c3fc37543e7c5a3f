import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { BackupError, DAMAGED_MESSAGE } from './backup-error.ts';
import { ByteReader, FRAME, parseJsonFrame, readFrame, backupEncryption, decryptStream } from './backup-format.ts';
import { MAGIC_LINE } from './make-backup.ts';
import { BackupHeader, Manifest, measureStream, SectionHeader, type Measure } from './manifest.ts';

const MAX_LINE_LENGTH = 4096;

/** Receives the content of one part. */
export type VisitSection = (section: SectionHeader, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

async function readHead(reader: ByteReader): Promise<{ head: BackupHeader; line: Buffer }> {
  const magic = await reader.readLine(MAGIC_LINE.length);
  if (magic === null || `${magic}\n` !== MAGIC_LINE) throw new BackupError('This file is no backup of Tillwright.');
  const line = await reader.readLine(MAX_LINE_LENGTH);
  if (line === null) throw new BackupError(`${DAMAGED_MESSAGE}.`);
  return { head: parseJsonFrame(BackupHeader, line), line: Buffer.from(`${line}\n`) };
}

/** The header of a backup, which is not verified. */
export async function readHeader(file: string): Promise<BackupHeader> {
  const source = createReadStream(file, { end: MAGIC_LINE.length + MAX_LINE_LENGTH });
  return (await readHead(new ByteReader(source))).head;
}

const drainSection: VisitSection = async (_, bytes) => {
  for await (const _piece of bytes);
};

/** Reads a whole backup and verifies each part against the manifest. Throws BackupError when anything differs. */
export async function readBackup(
  file: string,
  backupKey: string | null,
  visitSection: VisitSection = drainSection,
): Promise<Manifest> {
  const reader = new ByteReader(createReadStream(file));
  const { head, line } = await readHead(reader);
  if (head.salt !== null && backupKey === null)
    throw new BackupError('This backup is sealed: set BACKUP_KEY to what it was sealed with.');
  const compressed =
    head.salt !== null && backupKey !== null
      ? decryptStream(reader.readRest(), backupEncryption(backupKey, head.salt, line))
      : reader.readRest();
  try {
    return await readSections(
      new ByteReader(pipeline(compressed, createGunzip(), () => undefined)),
      head,
      visitSection,
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new BackupError(`${DAMAGED_MESSAGE}.`, { cause: error });
  }
}

async function readSections(reader: ByteReader, head: BackupHeader, visitSection: VisitSection): Promise<Manifest> {
  const measures = new Map<string, Measure & { columns?: string[] }>();
  for (;;) {
    const { kind, body } = await readFrame(reader, [FRAME.part, FRAME.manifest]);
    if (kind === FRAME.manifest) {
      const manifest = parseJsonFrame(Manifest, body);
      if (!(await reader.isAtEnd()) || !isComplete(manifest, head, measures))
        throw new BackupError(`${DAMAGED_MESSAGE}.`);
      return manifest;
    }
    const section = parseJsonFrame(SectionHeader, body);
    const columns = section.kind === 'table' ? { columns: section.columns } : {};
    const bytes = measureStream(dataOf(reader), (measure) =>
      measures.set(`${section.kind} ${section.name}`, { ...measure, ...columns }),
    );
    await visitSection(section, bytes);
    await drainSection(section, bytes);
  }
}

async function* dataOf(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { kind, body } = await readFrame(reader, [FRAME.data, FRAME.end]);
    if (kind === FRAME.end) return;
    yield body;
  }
}

function isComplete(
  manifest: Manifest,
  head: BackupHeader,
  measures: ReadonlyMap<string, Measure & { columns?: string[] }>,
) {
  const { tables, files, ...rest } = manifest;
  const hasSameHeader = JSON.stringify(BackupHeader.parse(rest)) === JSON.stringify(head);
  const matches = (key: string, { bytes, sha256 }: Pick<Measure, 'bytes' | 'sha256'>) =>
    measures.get(key)?.bytes === bytes && measures.get(key)?.sha256 === sha256;
  return (
    hasSameHeader &&
    measures.size === tables.length + files.length &&
    tables.every(
      (table) =>
        matches(`table ${table.name}`, table) &&
        measures.get(`table ${table.name}`)?.rows === table.rows &&
        measures.get(`table ${table.name}`)?.columns?.join() === table.columns.join(),
    ) &&
    files.every((file) => matches(`file ${file.name}`, file))
  );
}

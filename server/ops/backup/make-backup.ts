import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';

import type { Context } from '#server/core/context.ts';
import type { Secrets } from '#server/core/secrets.ts';

import { listAppFiles } from './app-files.ts';
import { BackupError } from './backup-error.ts';
import { dataFrames, FRAME, encodeFrame, encryptStream, backupEncryption } from './backup-format.ts';
import { listTables, readMigrations, readSchema } from './catalog.ts';
import { withSnapshot, type DatabaseSnapshot } from './database-snapshot.ts';
import { writeDurably } from './durable-file.ts';
import { measureStream, type BackupHeader, type Manifest, type Measure, type SectionHeader } from './manifest.ts';

export const MIGRATIONS = path.join(import.meta.dirname, '../../../drizzle');
/** First line of every backup. */
export const MAGIC_LINE = 'Tillwright backup 1\n';

export type BackupContext = Pick<Context, 'config' | 'secrets' | 'db' | 'mode' | 'now' | 'realNow'>;

/** Fingerprint of AUTH_SECRET that does not reveal it. */
export const secretFingerprintOf = ({ hash }: Pick<Secrets, 'hash'>): string => hash('backup');

/** Writes one snapshot of the app's data into a file; restore-backup.ts reads it. */
export function makeBackup(context: BackupContext, file: string): Promise<Manifest> {
  const { config, db, mode, realNow } = context;
  const { backupKey } = config.operations;
  return withSnapshot(db, 'read', async (snapshot) => {
    const schema = await readSchema(snapshot, readMigrations(MIGRATIONS));
    if (!schema) throw new BackupError('There is nothing in this database yet.');
    const salt = backupKey === null ? null : randomBytes(16).toString('base64url');
    const head: BackupHeader = { format: 1, madeAt: realNow().toISOString(), mode, schema, salt };
    const line = Buffer.from(`${JSON.stringify(head)}\n`);
    const body = bodyOf(context, snapshot, head);
    // An error in the body ends the stream and is thrown there.
    const compressed = pipeline(body.frames(), createGzip({ level: 3 }), () => undefined);
    await writeDurably(
      file,
      (async function* () {
        yield Buffer.from(MAGIC_LINE);
        yield line;
        yield* backupKey !== null && salt
          ? encryptStream(compressed, backupEncryption(backupKey, salt, line))
          : compressed;
      })(),
    );
    return body.manifest();
  });
}

/** Frames of all tables and files, followed by the manifest. */
function bodyOf({ config, secrets, now }: BackupContext, snapshot: DatabaseSnapshot, head: BackupHeader) {
  const manifest: Manifest = {
    ...head,
    now: now().toISOString(),
    secretMark: secretFingerprintOf(secrets),
    tables: [],
    files: [],
  };
  async function* frames(): AsyncGenerator<Buffer> {
    for (const { name, columns } of await listTables(snapshot)) {
      const section = { kind: 'table' as const, name, columns: [...columns] };
      yield* framesOf(section, snapshot.copyOut(section), (measure) =>
        manifest.tables.push({ name, columns: section.columns, ...measure }),
      );
    }
    for (const { name, read } of listAppFiles(config, head.salt !== null))
      yield* framesOf({ kind: 'file', name }, read(), ({ bytes, sha256 }) =>
        manifest.files.push({ name, bytes, sha256 }),
      );
    yield encodeFrame(FRAME.manifest, manifest);
  }
  return { frames, manifest: () => manifest };
}

async function* framesOf(
  section: SectionHeader,
  bytes: AsyncIterable<Uint8Array>,
  onMeasured: (measure: Measure) => void,
): AsyncGenerator<Buffer> {
  yield encodeFrame(FRAME.part, section);
  for await (const piece of measureStream(bytes, onMeasured)) yield* dataFrames(piece);
  yield encodeFrame(FRAME.end);
}

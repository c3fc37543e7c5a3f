import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';

import type { Context } from '#server/context.ts';
import type { Secrets } from '#server/secrets.ts';

import { BackupRefused } from './backup-refused.ts';
import { listTables, migrationsIn, schemaOf } from './catalog.ts';
import { writeDurably } from './durable-file.ts';
import { dataFrames, FRAME, frame } from './frames.ts';
import { keptFiles } from './kept-files.ts';
import { measured, type Head, type Manifest, type Measure, type PartHead } from './manifest.ts';
import { inMoment, type Moment } from './moment.ts';
import { sealed, sealOf } from './sealing.ts';

export const MIGRATIONS = path.join(import.meta.dirname, '../../drizzle');
/** First line of every backup. */
export const MAGIC = 'Tillwright backup 1\n';

export type BackupContext = Pick<Context, 'config' | 'secrets' | 'db' | 'mode' | 'now' | 'realNow'>;

/** Fingerprint of AUTH_SECRET that does not reveal it. */
export const secretMarkOf = ({ hash }: Pick<Secrets, 'hash'>): string => hash('backup');

/** Writes one snapshot of the app's data into a file; restore-backup.ts reads it. */
export function makeBackup(context: BackupContext, file: string): Promise<Manifest> {
  const { config, db, mode, realNow } = context;
  const { backupKey } = config.operation;
  return inMoment(db, 'read', async (moment) => {
    const schema = await schemaOf(moment, migrationsIn(MIGRATIONS));
    if (!schema) throw new BackupRefused('There is nothing in this database yet.');
    const salt = backupKey === null ? null : randomBytes(16).toString('base64url');
    const head: Head = { format: 1, madeAt: realNow().toISOString(), mode, schema, salt };
    const line = Buffer.from(`${JSON.stringify(head)}\n`);
    const body = bodyOf(context, moment, head);
    // An error in the body ends the stream and is thrown there.
    const packed = pipeline(body.frames(), createGzip({ level: 3 }), () => undefined);
    await writeDurably(
      file,
      (async function* () {
        yield Buffer.from(MAGIC);
        yield line;
        yield* backupKey !== null && salt ? sealed(packed, sealOf(backupKey, salt, line)) : packed;
      })(),
    );
    return body.manifest();
  });
}

/** Frames of all tables and files, followed by the manifest. */
function bodyOf({ config, secrets, now }: BackupContext, moment: Moment, head: Head) {
  const manifest: Manifest = {
    ...head,
    now: now().toISOString(),
    secretMark: secretMarkOf(secrets),
    tables: [],
    files: [],
  };
  async function* frames(): AsyncGenerator<Buffer> {
    for (const { name, columns } of await listTables(moment)) {
      const part = { kind: 'table' as const, name, columns: [...columns] };
      yield* framesOf(part, moment.copyOut(part), (measure) =>
        manifest.tables.push({ name, columns: part.columns, ...measure }),
      );
    }
    for (const { name, read } of keptFiles(config, head.salt !== null))
      yield* framesOf({ kind: 'file', name }, read(), ({ bytes, sha256 }) =>
        manifest.files.push({ name, bytes, sha256 }),
      );
    yield frame(FRAME.manifest, manifest);
  }
  return { frames, manifest: () => manifest };
}

async function* framesOf(
  part: PartHead,
  bytes: AsyncIterable<Uint8Array>,
  tell: (measure: Measure) => void,
): AsyncGenerator<Buffer> {
  yield frame(FRAME.part, part);
  for await (const piece of measured(bytes, tell)) yield* dataFrames(piece);
  yield frame(FRAME.end);
}

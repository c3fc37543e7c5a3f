import { createHash } from 'node:crypto';

import { z } from 'zod';

const Checksum = { bytes: z.number(), sha256: z.string() };

/** Unencrypted header of a backup. */
export const BackupHeader = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  mode: z.enum(['sandbox', 'test', 'live']),
  /** The newest migration of the database: a tag of drizzle/meta/_journal.json. */
  schema: z.string().regex(/^[\w-]+$/),
  /** Salt of the encryption key; null: not encrypted. */
  salt: z.string().nullable(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const SectionHeader = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('file'), name: z.enum(['sandbox.sqlite', 'secrets.json']) }),
]);
export type SectionHeader = z.infer<typeof SectionHeader>;

/** Last frame of a backup: its complete content. */
export const Manifest = BackupHeader.extend({
  /** Business time of the snapshot. */
  now: z.iso.datetime(),
  /** Fingerprint with which an app checks that it has the same AUTH_SECRET. */
  secretMark: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), ...Checksum })),
  files: z.array(z.object({ name: z.string(), ...Checksum })),
});
export type Manifest = z.infer<typeof Manifest>;

export type Measure = { rows: number; bytes: number; sha256: string };

/** Passes all bytes through and reports their number, rows and checksum at the end. */
export async function* measureStream(
  source: AsyncIterable<Uint8Array>,
  onMeasured: (measure: Measure) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  for await (const piece of source) {
    hash.update(piece);
    bytes += piece.length;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
    yield piece;
  }
  onMeasured({ rows, bytes, sha256: hash.digest('hex') });
}

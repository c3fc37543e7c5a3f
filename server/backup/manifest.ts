import { createHash } from 'node:crypto';

import { z } from 'zod';

const Sum = { bytes: z.number(), sha256: z.string() };

/** Unencrypted header of a backup. */
export const Head = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  mode: z.enum(['sandbox', 'test', 'live']),
  /** The newest migration of the database: a tag of drizzle/meta/_journal.json. */
  schema: z.string().regex(/^[\w-]+$/),
  /** Salt of the encryption key; null: not encrypted. */
  salt: z.string().nullable(),
});
export type Head = z.infer<typeof Head>;

export const PartHead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('file'), name: z.enum(['sandbox.sqlite', 'secrets.json']) }),
]);
export type PartHead = z.infer<typeof PartHead>;

/** Last frame of a backup: its complete content. */
export const Manifest = Head.extend({
  /** Business time of the snapshot. */
  now: z.iso.datetime(),
  /** Fingerprint with which an app checks that it has the same AUTH_SECRET. */
  secretMark: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), ...Sum })),
  files: z.array(z.object({ name: z.string(), ...Sum })),
});
export type Manifest = z.infer<typeof Manifest>;

export type Measure = { rows: number; bytes: number; sha256: string };

/** Passes all bytes through and reports their number, rows and checksum at the end. */
export async function* measured(
  source: AsyncIterable<Uint8Array>,
  tell: (measure: Measure) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  for await (const piece of source) {
    hash.update(piece);
    bytes += piece.length;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
    yield piece;
  }
  tell({ rows, bytes, sha256: hash.digest('hex') });
}

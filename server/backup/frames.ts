import type { z } from 'zod';

import { BackupError, DAMAGED_MESSAGE } from './backup-refused.ts';
import type { ByteReader } from './byte-reader.ts';

/** A frame is one byte for its kind, four for its length, and its body. */
export const FRAME = { part: 1, data: 2, end: 3, manifest: 4 } as const;
type FrameKind = (typeof FRAME)[keyof typeof FRAME];

const MAX_FRAME_BYTES = 1024 * 1024;

export function encodeFrame(kind: FrameKind, body: Uint8Array | object = new Uint8Array()): Buffer {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Splits bytes of any length into frames. */
export function* dataFrames(bytes: Uint8Array): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += MAX_FRAME_BYTES)
    yield encodeFrame(FRAME.data, bytes.subarray(offset, offset + MAX_FRAME_BYTES));
}

/** Throws BackupError when the next frame is of no expected kind. */
export async function readFrame(
  reader: ByteReader,
  expected: readonly FrameKind[],
): Promise<{ kind: FrameKind; body: Buffer }> {
  const head = await reader.read(5);
  const kind = expected.find((candidate) => candidate === head?.[0]);
  const length = head?.readUInt32BE(1) ?? 0;
  const body = kind !== undefined && length <= 4 * MAX_FRAME_BYTES ? await reader.read(length) : null;
  if (kind === undefined || !body) throw new BackupError(`${DAMAGED_MESSAGE}.`);
  return { kind, body };
}

/** Parses the JSON body of a frame. Throws BackupError. */
export function parseJsonFrame<T extends z.ZodType>(schema: T, body: Buffer | string): z.infer<T> {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new BackupError(`${DAMAGED_MESSAGE}, or a newer Tillwright made it.`, { cause });
  }
}

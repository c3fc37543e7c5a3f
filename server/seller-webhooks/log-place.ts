import type { LogCursor } from '#server/db/webhook-log.ts';

/** Encodes a position in the delivery log as a cursor for clients. */
export const encodeLogCursor = ({ createdAt, position }: LogCursor): string =>
  Buffer.from(`${createdAt.getTime()}.${position}`).toString('base64url');

/** Decodes a cursor. Returns null if the server did not create it. */
export function decodeLogCursor(text: string): LogCursor | null {
  const [, at, position] = /^(\d{1,13})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return at && position ? { createdAt: new Date(Number(at)), position: Number(position) } : null;
}

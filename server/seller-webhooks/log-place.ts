import type { LogPlace } from '#server/db/webhook-log.ts';

/** A place in the log as its readers hand it back. */
export const logPlaceText = ({ createdAt, position }: LogPlace): string =>
  Buffer.from(`${createdAt.getTime()}.${position}`).toString('base64url');

/** Null: it is none of ours. */
export function logPlaceFrom(text: string): LogPlace | null {
  const [, at, position] = /^(\d{1,13})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return at && position ? { createdAt: new Date(Number(at)), position: Number(position) } : null;
}

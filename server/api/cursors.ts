import { timingSafeEqual } from 'node:crypto';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';

/** Sort key of a list's last row: a timestamp and an id, or a number. */
export type RowKey = readonly (string | number)[];

const SIGNATURE_LENGTH = 22;

const buildSignedText = (scope: string, text: string): string => `cursor ${scope} ${text}`;
const truncateHash = (hash: string): string => hash.slice(0, SIGNATURE_LENGTH);

/** Creates an opaque cursor that is valid only for this list and this seller. */
export function writeCursor(context: Context, scope: string, key: RowKey): string {
  const text = Buffer.from(JSON.stringify(key)).toString('base64url');
  return `${text}.${truncateHash(context.secrets.hash(buildSignedText(scope, text)))}`;
}

/** Throws AppError 'invalid_request' for a cursor that the server did not create. */
export function readCursor(context: Context, scope: string, cursor: string): RowKey {
  const [text = '', signature = '', ...rest] = cursor.split('.');
  const receivedSignature = Buffer.from(signature);
  const validSignatures = context.secrets
    .candidateHashes(buildSignedText(scope, text))
    .map((hash) => Buffer.from(truncateHash(hash)));
  const isValid = validSignatures.some(
    (one) => one.length === receivedSignature.length && timingSafeEqual(one, receivedSignature),
  );
  if (rest.length > 0 || !isValid)
    throw new AppError('invalid_request', {
      facts: { problems: [{ path: 'cursor', code: 'invalid_cursor', message: apiErrorMessages.cursor }] },
    });
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as RowKey;
}

/** Parses the sort key of rows that are sorted by creation time. */
export const parseSortKey = (after: RowKey | null): { createdAt: Date; id: string } | null =>
  after && { createdAt: new Date(after[0] ?? 0), id: String(after[1]) };

/** Sort key of rows that are sorted by creation time. */
export const toSortKey = ({ createdAt, id }: { createdAt: Date; id: string }): RowKey => [createdAt.toISOString(), id];

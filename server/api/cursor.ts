import { timingSafeEqual } from 'node:crypto';

import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';

/** Sort key of a list's last row: a timestamp and an id, or a number. */
export type RowKey = readonly (string | number)[];

const PROOF_LENGTH = 22;

const textOf = (whose: string, text: string): string => `cursor ${whose} ${text}`;
const proofOf = (hash: string): string => hash.slice(0, PROOF_LENGTH);

/** Creates an opaque cursor that is valid only for this list and this seller. */
export function writeCursor(context: Context, whose: string, key: RowKey): string {
  const text = Buffer.from(JSON.stringify(key)).toString('base64url');
  return `${text}.${proofOf(context.secrets.hash(textOf(whose, text)))}`;
}

/** Throws AppError 'invalid_request' for a cursor that the server did not create. */
export function readCursor(context: Context, whose: string, cursor: string): RowKey {
  const [text = '', proof = '', ...rest] = cursor.split('.');
  const given = Buffer.from(proof);
  const right = context.secrets.hashes(textOf(whose, text)).map((hash) => Buffer.from(proofOf(hash)));
  const isOurs = right.some((one) => one.length === given.length && timingSafeEqual(one, given));
  if (rest.length > 0 || !isOurs)
    throw new ShopError('invalid_request', {
      message: 'This cursor is not one of this list. Begin without one.',
      facts: { problems: ['cursor: not one of this list'] },
    });
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as RowKey;
}

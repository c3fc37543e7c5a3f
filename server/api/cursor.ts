import { timingSafeEqual } from 'node:crypto';

import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';

/** What a list is put in order by, of its last row: a moment and an id, a number. */
export type RowKey = readonly (string | number)[];

const PROOF_LENGTH = 22;

const textOf = (whose: string, text: string): string => `cursor ${whose} ${text}`;
const proofOf = (hash: string): string => hash.slice(0, PROOF_LENGTH);

/** Opaque to whoever gets it, and good for this list of this seller alone. */
export function writeCursor(context: Context, whose: string, key: RowKey): string {
  const text = Buffer.from(JSON.stringify(key)).toString('base64url');
  return `${text}.${proofOf(context.secrets.hash(textOf(whose, text)))}`;
}

/** Throws ShopError 'invalid_request' for whatever we have not written. */
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

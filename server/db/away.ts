import { DrizzleQueryError } from 'drizzle-orm';

import { sqlStateOf } from './client.ts';

/** The database was not asked, or did not answer in time. Whether what was asked for has happened is not known. */
export class DatabaseAway extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseAway';
  }
}

/**
 * SQLSTATEs of a server that cannot work just now: connections (08), resources such as connections and disk (53), it goes
 * down or comes up (57P), it only reads (25006), two were in each other's way (40), and what took too long: a transaction, a
 * lock, a statement.
 */
const AWAY_STATES = /^(08...|53...|57P0[1-5]|25006|25P0[34]|40001|40P01|55P03|57014)$/;

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
]);

/** The driver's words for a connection that is gone, and the embedded database's for one that is closed. */
const LOST_WORDS =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after|Query read timeout|timeout (expired|exceeded)|PGlite is clos)/;

/** Whether a connection broke or was never made; of errors of the database's driver alone. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && NETWORK_CODES.has(String(error.code))) || LOST_WORDS.test(error.message));

/** Whether the same thing may go well in a moment: nobody has said no to it, the database just was not there for it. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== null) return AWAY_STATES.test(state);
  let isQuery = false;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'DatabaseAway' || (isQuery && isLostConnection(at))) return true;
    isQuery ||= at instanceof DrizzleQueryError;
  }
  return false;
}

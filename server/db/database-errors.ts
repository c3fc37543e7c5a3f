import { DrizzleQueryError } from 'drizzle-orm';

import { sqlStateOf } from './client.ts';

/** Loggable form of an error: a failed query without its values, which may be addresses or hashes. */
export function forLog(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  return { name: error.name, query: error.query, sqlState: sqlStateOf(error), reason: error.cause?.message };
}

/** The query was not sent or not answered in time. Whether it took effect is unknown. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
  }
}

/**
 * SQLSTATEs of a server that cannot work at the moment: connection errors (08), missing resources (53), startup or shutdown
 * (57P), read-only (25006), serialization failure and deadlock (40), and timeouts of transactions, locks and statements.
 */
const UNAVAILABLE_SQL_STATES = /^(08...|53...|57P0[1-5]|25006|25P0[34]|40001|40P01|55P03|57014)$/;

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

/** Messages of the pg driver for a lost connection and of PGlite for a closed database. */
const LOST_CONNECTION_MESSAGES =
  /^(Connection terminated|Client (has encountered|was closed)|Cannot use a pool after|Query read timeout|timeout (expired|exceeded)|PGlite is clos)/;

/** Whether a connection broke or was never opened. Pass errors of the database driver only. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && NETWORK_CODES.has(String(error.code))) || LOST_CONNECTION_MESSAGES.test(error.message));

/** Whether a retry may succeed soon: the query was not rejected, the database was unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== null) return UNAVAILABLE_SQL_STATES.test(state);
  let isQuery = false;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'DatabaseUnavailable' || (isQuery && isLostConnection(current))) return true;
    isQuery ||= current instanceof DrizzleQueryError;
  }
  return false;
}

/** The database does not answer at startup. The message leaves out the password of the URL. */
export class DatabaseUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    const { host, pathname } = new URL(url);
    const reason = deepest(cause);
    super(
      `The database at ${host}${pathname} (DATABASE_URL) can’t be reached: ${reason}. No data is lost. Start again when the database is running.`,
      { cause },
    );
    this.name = 'DatabaseUnreachable';
  }
}

/** Message of the innermost cause, from the server or the network. */
function deepest(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause !== undefined) at = at.cause;
  if (!(at instanceof Error)) return String(at);
  return at.message || ('code' in at ? String(at.code) : at.name);
}
/** The embedded database does not open; the message is shown to the operator. */
export class EmbeddedDatabaseUnusable extends Error {
  override name = 'EmbeddedDatabaseUnusable';

  constructor(folder: string, freeMegabytes: number, cause: unknown) {
    super(
      `The embedded database in ${folder} can’t be opened. It needs 200 MB of free disk space, and ${freeMegabytes} MB are free. Free up space and start again. If there is enough space, replace the folder with your last copy.`,
      { cause },
    );
  }
}

/** A later version has changed the schema; the message is shown to the operator. */
export class SchemaTooNew extends Error {
  override name = 'SchemaTooNew';

  constructor() {
    super(
      'A later version of Tillwright has changed the schema of this database. Start that version or a later one. To go back to the version right before it, set ALLOW_NEWER_SCHEMA=1; to go back further, restore a backup that was made before the update (docs/upgrading.md, "Going back").',
    );
  }
}

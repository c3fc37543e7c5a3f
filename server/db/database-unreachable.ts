/** The database does not answer at startup. The message leaves out the password of the URL. */
export class DatabaseUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    const { host, pathname } = new URL(url);
    const reason = deepest(cause);
    super(
      `The database does not answer at ${host}${pathname} (DATABASE_URL): ${reason}. Nothing is lost; start again when it does.`,
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
      `The embedded database in ${folder} cannot be opened. Its disk has ${freeMegabytes} MB of free space, and it needs 200. Free some space and start again; if there is enough, move the folder aside and put your last copy in its place.`,
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

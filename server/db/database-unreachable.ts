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

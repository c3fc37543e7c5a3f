/** Logs an unexpected error of the sandbox on standard error; the caller only gets a 500. */
export const logError = (error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`sandbox: unforeseen failure: ${text}\n`);
};

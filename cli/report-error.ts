import process from 'node:process';

import { ApiError, ConnectionError } from '../packages/sdk/src/errors.ts';
import { EXIT, Fault } from './errors.ts';
import { red, sanitizeText, toJsonText } from './output.ts';

export const warn = (text: string): void => void process.stderr.write(`${sanitizeText(text)}\n`);

type ErrorReport = { exit: number; message: string; hints: readonly string[]; details: object };

function toReport(error: unknown): ErrorReport {
  if (error instanceof Fault) {
    const { exit, message, hints } = error;
    return { exit, message, hints, details: { code: exit === EXIT.usage ? 'usage' : 'failed', message, hints } };
  }
  const repeatHint = (key: string | null) =>
    key === null ? [] : [`To retry the request safely, add: --idempotency-key ${key}`];
  if (error instanceof ApiError) {
    const { code, details, message, status, idempotencyKey } = error;
    const problems =
      'problems' in details && Array.isArray(details.problems) ? details.problems.map(toProblemText) : [];
    const exit = code === 'invalid_request' ? EXIT.usage : EXIT.refused;
    const hints = [...problems, ...(status >= 500 ? repeatHint(idempotencyKey) : []), `Error code: ${code}`];
    return { exit, message, hints, details };
  }
  if (error instanceof ConnectionError) {
    const { message, idempotencyKey } = error;
    return {
      exit: EXIT.network,
      message,
      hints: repeatHint(idempotencyKey),
      details: { code: 'no_response', message },
    };
  }
  const message = `Unexpected error in this program: ${error instanceof Error ? error.message : String(error)}`;
  return { exit: EXIT.bug, message, hints: [], details: { code: 'bug', message } };
}

function toProblemText(problem: unknown): string {
  const { path, message } = Object(problem) as { path?: string; message?: string };
  return `- ${path ? `${path}: ` : ''}${message ?? String(problem)}`;
}

/** Prints an error to standard error, as JSON with --json. */
export function reportError(error: unknown, isJson: boolean): number {
  const { exit, message, hints, details } = toReport(error);
  if (isJson) process.stderr.write(`${toJsonText({ error: details })}\n`);
  else {
    process.stderr.write(`${red(sanitizeText(message))}\n`);
    for (const hint of hints) warn(hint);
  }
  return exit;
}

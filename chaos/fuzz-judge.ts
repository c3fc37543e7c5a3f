import { RESPONSE_TIMEOUT_MS, type WireResult, type WireResponse } from './fuzz-line.ts';

/** What no answer may hold: traces, questions to a database, files of ours, names of what failed within. */
const LEAKS =
  /\n\s+at .+:\d+:\d+|node_modules\/|file:\/\/\/|\/server\/\w+\/[\w-]+\.ts|(?:insert into|select|update|delete from) "[a-z_]+"|violates .{0,80}constraint|relation "|syntax error at or near|invalid (?:input|byte) s\w+ for|PGlite|[Dd]rizzle(?:Query|Error|-orm)|Failed query|Zod(?:Error|Issue)|(?:Type|Reference|Range|Syntax|Aggregate)Error\b|Cannot read propert|is not a function|ECONNRE|\bERR_[A-Z_]{4,}/;

/** What is wrong with what was heard; null: nothing. */
export function findFault(response: WireResult, mayClose = false): string | null {
  if (response === 'hung') return `no answer within ${RESPONSE_TIMEOUT_MS / 1000} s`;
  if (response === 'closed') return mayClose ? null : 'closed without an answer';
  return statusFault(response) ?? leakIn(response);
}

function statusFault({ status, headers }: WireResponse): string | null {
  if (status === 503) return headers.has('retry-after') ? null : '503 without Retry-After';
  return status >= 500 || status < 200 ? `answered ${status}` : null;
}

function leakIn({ headers, body }: WireResponse): string | null {
  const [leak] = LEAKS.exec(body) ?? LEAKS.exec([...headers.values()].join('\n')) ?? [];
  return leak === undefined ? null : `tells ${JSON.stringify(leak.slice(0, 120))}`;
}

import { pino, type DestinationStream, type Logger } from 'pino';

import { API_KEY_PATTERN } from '#server/core/api-key-format.ts';
import { forLog } from '#server/db/database-errors.ts';

import { currentRequest } from './request-context.ts';

/**
 * JSON logger. Lines written during a request carry its id. It never logs bodies, query strings, tokens, email addresses or
 * full client addresses.
 */
export const openLog = (level: string, output: DestinationStream = openLogOutput()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ id: currentRequest()?.id }),
      serializers: { err: (error: unknown) => pino.stdSerializers.err(forLog(error) as Error) },
      redact: {
        paths: ['*.authorization', '*.password', '*.token', '*.secret', 'err.config', 'err.raw', 'err.headers'],
        remove: true,
      },
      // Removes secrets that reached a line in any other way.
      hooks: { streamWrite: redactSecrets },
    },
    output,
  );

/** Maximum buffered bytes while output is blocked (full disk, hanging reader). Further lines are dropped. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Destination of log lines, standard output by default. Writing never throws and never blocks, even when the disk is full
 * or the reader is gone.
 */
function openLogOutput(fd = 1): DestinationStream {
  const output = pino.destination({
    dest: fd,
    sync: true,
    maxLength: MAX_BUFFERED_BYTES,
    retryEAGAIN: () => false,
  });
  output.on('error', () => undefined);
  return output;
}

/** Ignores write errors on standard output and error when their reader is gone. */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Patterns of secrets and their replacements. Input may contain words of any length, so each pattern has a bounded length
 * and does not match again within a word.
 */
const SECRET_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+):\/\/[^\s"\\/@:]{0,300}:[^\s"\\@]{0,300}@/gi, '$1://[secret]@'],
  [/\bBearer\s+[^\s"\\,]+/gi, 'Bearer [secret]'],
  [/\b[srp]k_(?:live|test)_\w+/g, '[key]'],
  [/\b(?:wh|tw)sec_[\w+/=-]+/g, '[key]'],
  [API_KEY_PATTERN, '[key]'],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, '[token]'],
  [/(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, '[address]'],
];

/** Digits as people write card numbers; not within a longer number or word. */
const CARD_NUMBER_PATTERN = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** Characters that a terminal interprets or a reader cannot see, beyond those that JSON escapes. */
const INVISIBLE_CHARACTERS = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Removes secrets, addresses and card numbers from a JSON log line; the result is still JSON. */
function redactSecrets(line: string): string {
  let text = line;
  for (const [pattern, replacement] of SECRET_PATTERNS) text = text.replaceAll(pattern, replacement);
  return text
    .replaceAll(CARD_NUMBER_PATTERN, (digits, at: number) => {
      if (!passesLuhn(digits)) return digits;
      // A bare JSON number is replaced by a number.
      return [':', ',', '['].includes(text.charAt(at - 1)) ? '0' : '[card]';
    })
    .replaceAll(INVISIBLE_CHARACTERS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function passesLuhn(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Paths in which a token follows. */
const TOKEN = /^(\/(?:files|g(?:\/emails)?)\/)[^/]+/;

/** The path with ids and tokens replaced. */
export const redactPath = (path: string): string =>
  path.replace(TOKEN, '$1:token').replaceAll(UUID, ':id').slice(0, 300);

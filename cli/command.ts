import type { Tillwright } from '../packages/sdk/src/client.ts';
import { usageFault } from './errors.ts';
import type { Column } from './output.ts';

export type Option = {
  /** Placeholder of the value in help; null for a flag. */
  value: string | null;
  description: string;
  short?: string;
  /** Whether the option may be given several times. */
  isRepeated?: boolean;
  /** Values for completion. */
  choices?: readonly string[];
};
export type Options = Readonly<Record<string, Option>>;

export type OptionValues = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** A connection to one installation. */
export type Connection = { client: Tillwright; url: string; key: string };

export type Call = {
  args: readonly string[];
  options: OptionValues;
  connect: () => Promise<Connection>;
};

/** What a command prints: a list as a table, or a value as text. With --json, both are JSON. */
export type Output = { rows: AsyncIterable<object>; columns: readonly Column[] } | { value: unknown; text?: string };

export type Command = {
  /** Noun and verb, such as `orders list`. */
  name: string;
  summary: string;
  details?: string;
  args: readonly string[];
  options: Options;
  examples: readonly string[];
  run: (call: Call) => Promise<Output | null>;
};

/** Options of every command. */
export const SHARED_OPTIONS: Options = {
  profile: { value: 'NAME', description: 'Saved profile to use (default: TILLWRIGHT_PROFILE, or the last login)' },
  server: { value: 'URL', description: 'Server that the key belongs to (default: TILLWRIGHT_URL)' },
  'key-file': { value: 'FILE', description: 'File with the API key (default: TILLWRIGHT_KEY_FILE)' },
  json: { value: null, description: 'Print JSON, including errors' },
  ndjson: { value: null, description: 'Print lists as one JSON object per line' },
  quiet: { value: null, description: 'Print nothing but errors' },
  color: { value: null, description: 'Use colors on a terminal. To turn them off: --no-color' },
  help: { value: null, description: 'Show this help', short: 'h' },
};

export const WRITE_OPTIONS: Options = {
  'idempotency-key': {
    value: 'KEY',
    description: 'Retry an earlier request that got no response: if it was processed, its response is returned',
  },
};

export const getText = (options: OptionValues, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

export function getRequired(options: OptionValues, name: string): string {
  const value = getText(options, name);
  if (value === undefined) throw usageFault(`Missing: --${name}.`);
  return value;
}

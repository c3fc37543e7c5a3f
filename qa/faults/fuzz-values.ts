import { createRandom } from '../lib/harness.ts';

/** A random number generator that depends only on the seed. */
export type FuzzRandom = {
  /** From 0 up to but excluding 1. */
  next: () => number;
  /** An integer from 0 up to but excluding `below`. */
  below: (below: number) => number;
  pick: <T>(from: readonly T[]) => T;
  is: (probability: number) => boolean;
};

export function createFuzzRandom(seed: number): FuzzRandom {
  const next = createRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('There is nothing to pick from');
    return from[below(from.length)] as T;
  };
  return { next, below, pick, is: (probability) => next() < probability };
}

/** A JSON schema as z.toJSONSchema writes it. */
export type Schema = { [key: string]: unknown };

const TEXTS: readonly string[] = [
  '',
  ' ',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udc00y',
  '\u202e\u2066right to left\u2069',
  '👩‍👩‍👧‍👦'.repeat(50),
  '\u200d\u200b\ufeff',
  `z${'\u0301'.repeat(500)}`,
  'İıßſK',
  '１２３．４５',
  '٣٤',
  "'; drop table pages; --",
  '" or 1=1 --',
  '%00%ff%2e%2e',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/png;base64,',
  '=cmd|x',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(400),
  '0.00000001',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-4000-8000-00000000000G',
  'a@b.c',
  `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
  '"very.(),:;<>[]"@example.com',
  'user@[127.0.0.1]',
  'https://user:pass@127.0.0.1:1/?#',
  'http://[::1',
  `https://${'a'.repeat(3000)}.example`,
  '2026-02-30T25:61:61Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  'Mars/Olympus',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '\\'.repeat(1000),
];
/** Used rarely, because they take long to send. */
const HUGE: readonly string[] = ['m'.repeat(1_000_000), '\u0301'.repeat(300_000), '😀'.repeat(250_000)];

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  5e-324,
  0.1,
  1.5,
  -0.5,
];

export const createHostileText = (chance: FuzzRandom): string =>
  chance.is(0.003) ? chance.pick(HUGE) : chance.pick(TEXTS);

const deep = (depth: number, asArray: boolean): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = asArray ? [value] : { a: value };
  return value;
};

const createNumber = (chance: FuzzRandom) => chance.pick(NUMBERS);
const HOSTILE_VALUES: readonly ((chance: FuzzRandom) => unknown)[] = [
  () => null,
  (chance) => chance.pick([true, false]),
  createNumber,
  createNumber,
  (chance) => deep(chance.pick([3, 9, 13, 64, 2000]), chance.is(0.5)),
  (chance) => Array.from({ length: chance.pick([0, 1, 2, 200, 10_000]) }, () => chance.pick([1, 'a', null, {}])),
  () => ({}),
  (chance) => Object.fromEntries(Array.from({ length: chance.pick([1, 60, 2000]) }, (_, at) => [`k${at}`, at])),
  ...Array.from({ length: 4 }, () => createHostileText),
];

/** Creates an arbitrary value that no endpoint expects. */
const createHostileValue = (chance: FuzzRandom): unknown => chance.pick(HOSTILE_VALUES)(chance);

/** Existing values, by the parameter names under which they are sent. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Creates a value that matches the schema, as far as the schema says. */
export function createValue(
  schema: Schema,
  chance: FuzzRandom,
  knownValues: KnownValues,
  root = schema,
  name = '',
): unknown {
  const again = (part: unknown, as = name) => createValue((part ?? {}) as Schema, chance, knownValues, root, as);
  const words = Object.hasOwn(knownValues, name) ? knownValues[name] : undefined;
  if (words && words.length > 0 && chance.is(0.7)) return chance.pick(words);
  if (typeof schema.$ref === 'string') {
    const defs = (root.$defs ?? {}) as Record<string, Schema>;
    return again(schema.$ref === '#' ? root : defs[schema.$ref.replace('#/$defs/', '')]);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return chance.pick(schema.enum);
  for (const key of ['anyOf', 'oneOf'] as const) if (Array.isArray(schema[key])) return again(chance.pick(schema[key]));
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => again(part)));
  const type = Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type;
  if (type === 'object') return objectFor(schema, chance, again);
  if (type === 'array') {
    const least = Number(schema.minItems ?? 0);
    return Array.from({ length: least + chance.below(4) }, () => again(schema.items));
  }
  if (type === 'string') return textFor(schema, chance);
  if (type === 'boolean') return chance.is(0.5);
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') {
    const [least, most] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 1000)];
    return chance.is(0.2) ? chance.pick([least, most]) : least + chance.below(Math.min(most - least, 1000) + 1);
  }
  return chance.is(0.5) ? createHostileValue(chance) : {};
}

function objectFor(schema: Schema, chance: FuzzRandom, again: (part: unknown, as?: string) => unknown): unknown {
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = new Set((schema.required ?? []) as string[]);
  const given = parts
    .filter(([key]) => required.has(key) || chance.is(0.6))
    .map(([key, part]) => [key, again(part, key)]);
  const more = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null;
  if (more) for (let count = chance.below(3); count > 0; count -= 1) given.push([`key${count}`, again(more)]);
  return Object.fromEntries(given);
}

const HEX = '0123456789abcdef';
const FORMATS: Record<string, (chance: FuzzRandom) => string> = {
  uuid: (chance) => {
    const hex = (length: number) => Array.from({ length }, () => HEX[chance.below(16)]).join('');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  },
  email: (chance) => `fuzz-${chance.below(1e9)}@example.com`,
  uri: (chance) => chance.pick(['https://example.com/a?b=c', 'http://localhost:9/x', 'https://xn--d1acufc.example']),
  'date-time': (chance) => new Date(1.7e12 + chance.below(1e9) * 100).toISOString(),
  date: (chance) => new Date(1.7e12 + chance.below(1e9) * 100).toISOString().slice(0, 10),
};

const WORDS = 'thing USD usd 20 2026-11-01 https://example.com Europe/Berlin SAVE10'.split(' ');

function textFor(schema: Schema, chance: FuzzRandom): string {
  const made = FORMATS[String(schema.format)];
  if (made) return made(chance);
  const least = Number(schema.minLength ?? 0);
  const most = Math.min(Number(schema.maxLength ?? 40), 20_000);
  if (chance.is(0.1)) return 'y'.repeat(most);
  if (chance.is(0.1)) return createHostileText(chance);
  const word = chance.pick(WORDS);
  return word.padEnd(least, 'x').slice(0, Math.max(least, most));
}

/** Changes one place of a value: another value, a missing one, or an extra one. */
export function corruptValue(value: unknown, chance: FuzzRandom): unknown {
  if (Array.isArray(value) && value.length > 0 && chance.is(0.75)) {
    const at = chance.below(value.length);
    return value.map((part, index) => (index === at ? corruptValue(part, chance) : part));
  }
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord) return createHostileValue(chance);
  const entries = Object.entries(value);
  const dice = chance.below(10);
  if (dice === 0) return createHostileValue(chance);
  if (dice === 1)
    return {
      ...value,
      [chance.pick(['extra', 'userId', 'sellerId', 'isAdmin', ''])]: createHostileValue(chance),
    };
  if (entries.length === 0) return { extra: createHostileValue(chance) };
  const [name, part] = chance.pick(entries);
  if (dice === 2) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return { ...value, [name]: corruptValue(part, chance) };
}

/** JSON that no serializer writes: duplicate keys, `__proto__` keys, truncated text, and invalid literals. */
export function corruptJson(json: string, chance: FuzzRandom): string {
  const [, first = '"a":1'] = /^\{("[^"]*":(?:"[^"\\]*"|\d+|true|false|null))/.exec(json) ?? [];
  const prepend = (member: string) => json.replace(/^\{/, `{${member}${json === '{}' ? '' : ','}`);
  const corruptions = [
    () => prepend(`${first},${first}`),
    () => prepend('"__proto__":{"admin":true}'),
    () => prepend('"constructor":{"prototype":{"x":1}}'),
    () => json.slice(0, chance.below(json.length + 1)),
    () => `${json}${chance.pick(['}', ',', '\u0000', ' //', json])}`,
    () => json.replaceAll(/\d+/g, () => chance.pick(['01', '+1', 'NaN', 'Infinity', '1e999', '0x10', '.5'])),
    () => `${chance.pick(['[', '{"a":', '"'])}`.repeat(chance.pick([10, 3000])) + json,
    () => `\ufeff${json}`,
    () => json.replaceAll('"', chance.pick(["'", '', '\\"'])),
  ];
  return chance.pick(corruptions)();
}

import type { Chance } from './chance.ts';
import type { FuzzDoor } from './fuzz-doors.ts';
import { nastyText, spoiled, spoiledJson, valueFor, type Known, type Schema } from './fuzz-values.ts';

/** Somebody who asks: what opens doors for them. Null: nothing does. */
export type Person = { name: string; session: string | null; key: string | null };

/** What the fuzzer has of a shop: who can ask, and words that stand for something there. */
export type Cast = { people: readonly Person[]; known: Known; host: string };

export type WireRequest = {
  /** As it goes over the wire. */
  bytes: Buffer;
  /** Method, address and who asked, for the report. */
  says: string;
  hasBody: boolean;
};

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', text: 'text/plain' };
const WRONG_TYPES = [
  'text/plain',
  'multipart/form-data',
  'application/xml',
  'application/json; charset=utf-16',
  '',
  'x',
];

/** One request at a door: right, nearly right, or wrong in one of many ways. */
export function requestAt(door: FuzzDoor, { people, known, host }: Cast, chance: Chance): WireRequest {
  const person = chance.pick(people);
  const method = chance.is(0.02)
    ? chance.pick(['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'LOCK'])
    : door.method;
  const address = pathOf(door.path, known, chance) + queryOf(door.query, known, chance);
  const body = door.body && method !== 'GET' && method !== 'HEAD' ? bodyOf(door.body, known, chance) : null;
  const lines = [
    `${method} ${address} HTTP/1.1`,
    `Host: ${host}`,
    ...headersOf(door, person, chance),
    ...(body === null ? [] : [`Content-Type: ${body.type}`, `Content-Length: ${body.bytes.byteLength}`]),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return {
    bytes: body === null ? head : Buffer.concat([head, body.bytes]),
    says: `${method} ${address.slice(0, 120)} as ${person.name}`,
    hasBody: method !== 'HEAD',
  };
}

function pathOf(path: string, known: Known, chance: Chance): string {
  const parts = path.split('/').map((part) => {
    const [, name = ''] = /^[:{](\w+)/.exec(part) ?? [];
    if (!name) return part;
    const rest = part.startsWith(':') ? /\.data$/.exec(part)?.[0] : '';
    const words = known[name] ?? known.id ?? [];
    const word =
      words.length > 0 && chance.is(0.6) ? String(chance.pick(words)) : nastyText(chance).slice(0, 400);
    return encodeURIComponent(word.toWellFormed()) + (rest ?? '');
  });
  return parts.join('/') || '/';
}

function queryOf(schema: Schema, known: Known, chance: Chance): string {
  if (chance.is(0.5)) return '';
  const value = valueFor(schema, chance, known);
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(
    chance.is(0.4) ? Object(spoiled(value, chance)) : Object(value),
  ).slice(0, 12)) {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    query.append(name, (text ?? '').slice(0, 800));
    if (chance.is(0.1)) query.append(name, 'twice');
  }
  const written = query.toString();
  return `?${chance.is(0.1) ? written.replaceAll(/%../g, () => chance.pick(['%', '%zz', '%ff', '%00'])) : written}`;
}

function headersOf(door: FuzzDoor, person: Person, chance: Chance): string[] {
  const token = door.by === 'key' ? person.key : person.session;
  const lines = token === null ? [] : [`Authorization: Bearer ${token}`];
  if (chance.is(0.03)) lines.push(`X-Request-Id: ${nastyHeader(chance)}`);
  if (chance.is(0.03)) lines.push(`Cookie: buyer=${nastyHeader(chance)}; x`);
  if (chance.is(0.03)) lines.push(`Accept-Encoding: ${nastyHeader(chance)}`);
  if (chance.is(0.03)) lines.push(`If-None-Match: ${nastyHeader(chance)}`);
  if (chance.is(0.03)) lines.push(`Referer: ${nastyHeader(chance)}`);
  if (chance.is(0.03)) lines.push(`Range: bytes=${chance.pick(['0-0', '-1', '9-1', '0-,1-,2-'])}`);
  if (door.by === 'key' && chance.is(0.1))
    lines.push(`Idempotency-Key: ${chance.pick(['a', 'one-key-for-all', nastyHeader(chance)])}`);
  if (chance.is(0.05))
    lines.push(`Stripe-Signature: t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`);
  if (chance.is(0.05) || door.body?.as === 'text')
    lines.push(`Origin: ${chance.pick(['null', 'https://evil.example', 'http://localhost'])}`);
  return lines;
}

/** Within one line, in bytes that a header may have. */
const nastyHeader = (chance: Chance): string =>
  Buffer.from(
    nastyText(chance)
      .slice(0, 300)
      .replaceAll(/\p{Cc}/gu, ''),
    'utf8',
  ).toString('latin1');

function bodyOf(
  { as, schema }: NonNullable<FuzzDoor['body']>,
  known: Known,
  chance: Chance,
): { type: string; bytes: Buffer } {
  const right = valueFor(schema, chance, known);
  const value = chance.is(0.35) ? right : spoiled(chance.is(0.3) ? spoiled(right, chance) : right, chance);
  const type = chance.is(0.05) ? chance.pick(WRONG_TYPES) : TYPES[as];
  if (as === 'form') return { type, bytes: Buffer.from(formOf(value, chance)) };
  const json = JSON.stringify(value) ?? '';
  const bytes = Buffer.from(chance.is(0.12) ? spoiledJson(json, chance) : json);
  if (!chance.is(0.03) || bytes.byteLength === 0) return { type, bytes };
  bytes[chance.below(bytes.byteLength)] = chance.pick([0xff, 0xc0, 0x80, 0xed, 0]);
  return { type, bytes };
}

function formOf(value: unknown, chance: Chance): string {
  const form = new URLSearchParams();
  for (const [name, given] of Object.entries(Object(value)).slice(0, 200))
    form.append(name, typeof given === 'string' ? given : (JSON.stringify(given) ?? ''));
  const text = form.toString();
  return chance.is(0.1) ? text.replaceAll(/%../g, () => chance.pick(['%', '%fe', '%00', ';'])) : text;
}

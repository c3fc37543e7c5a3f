import type { FuzzEndpoint } from './fuzz-endpoints.ts';
import {
  createHostileText,
  corruptValue,
  corruptJson,
  createValue,
  type KnownValues,
  type FuzzRandom,
  type Schema,
} from './fuzz-values.ts';

/** A caller and its credentials. Null: no credentials. */
export type FuzzUser = { name: string; session: string | null; key: string | null };

/** The fuzzer's knowledge of an app: its callers, and values that exist there. */
export type FuzzCast = { users: readonly FuzzUser[]; knownValues: KnownValues; host: string };

export type WireRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Method, address and caller, for the report. */
  says: string;
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

/** Creates one request to an endpoint: valid, nearly valid, or invalid in one of many ways. */
export function createRequest(
  endpoint: FuzzEndpoint,
  { users, knownValues, host }: FuzzCast,
  chance: FuzzRandom,
): WireRequest {
  const person = chance.pick(users);
  const method = chance.is(0.02) ? chance.pick(['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'LOCK']) : endpoint.method;
  const path = pathOf(endpoint.path, knownValues, chance) + queryOf(endpoint.query, knownValues, chance);
  const body =
    endpoint.body && method !== 'GET' && method !== 'HEAD' ? bodyOf(endpoint.body, knownValues, chance) : null;
  return {
    method,
    path,
    headers: { Host: host, ...headersOf(endpoint, person, chance), ...(body && { 'Content-Type': body.type }) },
    body: body?.bytes ?? Buffer.alloc(0),
    says: `${method} ${path.slice(0, 120)} as ${person.name}`,
  };
}

/** The request as it is sent. */
export function toBytes({ method, path, headers, body }: WireRequest): Buffer {
  const lines = Object.entries({ ...headers, 'Content-Length': body.byteLength }).map((line) => line.join(': '));
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function pathOf(path: string, knownValues: KnownValues, chance: FuzzRandom): string {
  const parts = path.split('/').map((part) => {
    const [, name = ''] = /^[:{](\w+)/.exec(part) ?? [];
    if (!name) return part;
    const rest = part.startsWith(':') ? /\.data$/.exec(part)?.[0] : '';
    const words = knownValues[name] ?? knownValues.id ?? [];
    const word =
      words.length > 0 && chance.is(0.6) ? String(chance.pick(words)) : createHostileText(chance).slice(0, 400);
    return encodeURIComponent(word.toWellFormed()) + (rest ?? '');
  });
  return parts.join('/') || '/';
}

function queryOf(schema: Schema, knownValues: KnownValues, chance: FuzzRandom): string {
  if (chance.is(0.5)) return '';
  const value = createValue(schema, chance, knownValues);
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(
    chance.is(0.4) ? Object(corruptValue(value, chance)) : Object(value),
  ).slice(0, 12)) {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    query.append(name, (text ?? '').slice(0, 800));
    if (chance.is(0.1)) query.append(name, 'twice');
  }
  const written = query.toString();
  return `?${chance.is(0.1) ? written.replaceAll(/%../g, () => chance.pick(['%', '%zz', '%ff', '%00'])) : written}`;
}

function headersOf(endpoint: FuzzEndpoint, person: FuzzUser, chance: FuzzRandom): Record<string, string> {
  const token = endpoint.by === 'key' ? person.key : person.session;
  const nasty = () => nastyHeader(chance);
  const rare: Record<string, () => string> = {
    'X-Request-Id': nasty,
    Cookie: () => `${chance.pick(['buyer', 'tillwright-paid'])}=${nasty()}; x`,
    'Accept-Encoding': nasty,
    'If-None-Match': nasty,
    Referer: nasty,
    Range: () => `bytes=${chance.pick(['0-0', '-1', '9-1', '0-,1-,2-', '16-', '99999999999999999999-'])}`,
  };
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  for (const [name, create] of Object.entries(rare)) if (chance.is(0.03)) headers[name] = create();
  if (endpoint.by === 'key' && chance.is(0.1))
    headers['Idempotency-Key'] = chance.pick(['a', 'one-key-for-all', nasty()]);
  if (endpoint.path.startsWith('/uploads'))
    headers['Upload-Offset'] = chance.pick(['0', '0', '9', '-1', '1e3', nasty()]);
  if (chance.is(0.05)) headers['Stripe-Signature'] = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
  if (chance.is(0.05) || endpoint.body?.as === 'text')
    headers['Origin'] = chance.pick(['null', 'https://evil.example', 'http://localhost']);
  return headers;
}

/** Restricts a text to one line of bytes that a header may contain. */
const nastyHeader = (chance: FuzzRandom): string =>
  Buffer.from(
    createHostileText(chance)
      .slice(0, 300)
      .replaceAll(/\p{Cc}/gu, ''),
    'utf8',
  ).toString('latin1');

function bodyOf(
  { as, schema }: NonNullable<FuzzEndpoint['body']>,
  knownValues: KnownValues,
  chance: FuzzRandom,
): { type: string; bytes: Buffer } {
  const right = createValue(schema, chance, knownValues);
  const value = chance.is(0.35) ? right : corruptValue(chance.is(0.3) ? corruptValue(right, chance) : right, chance);
  const type = chance.is(0.05) ? chance.pick(WRONG_TYPES) : TYPES[as];
  if (as === 'form') return { type, bytes: Buffer.from(formOf(value, chance)) };
  const json = JSON.stringify(value) ?? '';
  const bytes = Buffer.from(chance.is(0.12) ? corruptJson(json, chance) : json);
  if (!chance.is(0.03) || bytes.byteLength === 0) return { type, bytes };
  bytes[chance.below(bytes.byteLength)] = chance.pick([0xff, 0xc0, 0x80, 0xed, 0]);
  return { type, bytes };
}

function formOf(value: unknown, chance: FuzzRandom): string {
  const form = new URLSearchParams();
  for (const [name, given] of Object.entries(Object(value)).slice(0, 200))
    form.append(name, typeof given === 'string' ? given : (JSON.stringify(given) ?? ''));
  const text = form.toString();
  return chance.is(0.1) ? text.replaceAll(/%../g, () => chance.pick(['%', '%fe', '%00', ';'])) : text;
}

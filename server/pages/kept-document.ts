import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { LRUCache } from 'lru-cache';

import { REQUEST_ID, requestIdFrom } from '#server/http/request-id.ts';

type Encoding = 'br' | 'gzip' | 'identity';
type Variant = { body: Buffer; headers: Record<string, string> };

/** A finished document, compressed beforehand, with every header that goes along. */
export type KeptDocument = {
  etag: string;
  /** Bytes that it holds. */
  size: number;
  variants: Record<Encoding, Variant>;
  /** Of a 304. */
  headers: Record<string, string>;
};

/** Smaller than 11 by nothing that a packet would notice, and ready in a tenth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A weak tag: the same for a document however it is packed on its way. */
export const etagOf = (body: string): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Whether an If-None-Match names the tag. */
export const isAmong = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)));

export async function keptDocumentOf(html: string, given: Record<string, string>): Promise<KeptDocument> {
  const etag = etagOf(html);
  const headers = { ...given, ETag: etag, Vary: 'Accept-Encoding' };
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([
    compressed.br(plain, BROTLI),
    compressed.gzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const variant = (body: Buffer, encoding?: string): Variant => ({
    // A copy: what zlib gives is a corner of a much larger piece of memory.
    body: Buffer.from(body),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...headers,
      'Content-Length': String(body.byteLength),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  });
  const variants = { identity: variant(plain), br: variant(br, 'br'), gzip: variant(gz, 'gzip') };
  return { etag, size: plain.byteLength + br.byteLength + gz.byteLength + 2000, variants, headers };
}

const known = new LRUCache<string, Encoding>({ max: 200 });

/** The best of our encodings that an Accept-Encoding takes; what it names with a weight of 0 it does not take. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const decided = known.get(accepted) ?? decide(accepted);
  known.set(accepted, decided);
  return decided;
}

function decide(accepted: string): Encoding {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => !weight || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity';
}

type Asked = { method: string; acceptEncoding: string | undefined; ifNoneMatch: string | undefined };

/** Status, headers and body of the answer to one request. */
function answerTo(
  document: KeptDocument,
  asked: Asked,
): { status: 200 | 304; body: Buffer | null } & Pick<Variant, 'headers'> {
  if (isAmong(document.etag, asked.ifNoneMatch))
    return { status: 304, headers: document.headers, body: null };
  const { headers, body } = document.variants[encodingFor(asked.acceptEncoding)];
  return { status: 200, headers, body: asked.method === 'HEAD' ? null : body };
}

export function keptResponse(document: KeptDocument, request: Request): Response {
  const { status, headers, body } = answerTo(document, {
    method: request.method,
    acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
  });
  return new Response(body && new Uint8Array(body), { status, headers });
}

/** One header as it came: reading the three that matter costs less than sorting them all. */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    if (given?.length === name.length && given.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}

/** The same of a header whose lines are one list; undefined where there is none. */
export function rawLines({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let lines: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    if (given?.length !== name.length || given.toLowerCase() !== name) continue;
    lines = lines === undefined ? rawHeaders[at + 1] : `${lines}, ${rawHeaders[at + 1]}`;
  }
  return lines;
}

/** The same without a Request and a Response in between. */
export function sendKept(document: KeptDocument, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = answerTo(document, {
    method: request.method ?? 'GET',
    acceptEncoding: rawHeader(request, 'accept-encoding'),
    ifNoneMatch: rawHeader(request, 'if-none-match'),
  });
  response.writeHead(status, { ...headers, [REQUEST_ID]: requestIdFrom(undefined) });
  response.end(body);
}

import { ShopError } from '#domain/errors.ts';

/** The deepest valid input is a list in a field in a page in a file. */
const MAX_DEPTH = 8;

/** Reads a JSON body; rejects one above `maxBytes` before parsing. Throws AppError. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    // A call without a body has no content type; over HTTP its body is an empty stream.
    if (type === '' && (await readText(request, maxBytes)) === '') return {};
    throw new ShopError('unsupported_media_type');
  }
  return jsonFrom(await readText(request, maxBytes));
}

/** Parses JSON; empty text is an empty object. Throws AppError 'invalid_request'. */
export function jsonFrom(text: string): unknown {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) throw new ShopError('invalid_request');
    return value;
  } catch (error) {
    throw new ShopError('invalid_request', { cause: error });
  }
}

/**
 * Reads the body as text and stops when it exceeds the limit. Refuses compressed bodies. Throws AppError
 * 'invalid_request' when the sender disconnects.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (isPacked(request)) throw new ShopError('unsupported_media_type');
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) throw new ShopError('body_too_large');
  try {
    // Over HTTP no body is longer than its Content-Length.
    return announced === null ? await readUpTo(request, maxBytes) : await request.text();
  } catch (error) {
    throw isCutOff(error) ? new ShopError('invalid_request', { cause: error }) : error;
  }
}

export const isPacked = ({ headers }: Request): boolean =>
  !/^(identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '');

/** Whether the sender ended the body too early. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ECONNRESET') || /prematurely closed|^aborted$/i.test(error.message));

async function readUpTo(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ShopError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether a value is nested more deeply than any valid input. */
export const isTooDeep = (value: unknown): boolean => depthExceeds(value, MAX_DEPTH);

function depthExceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => depthExceeds(part, depth - 1));
}

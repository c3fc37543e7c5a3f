import { ShopError } from '#domain/errors.ts';

/** The deepest that is ours is a list in a field in a page in a file. */
const MAX_DEPTH = 8;

/** Reads a JSON body of at most so many bytes; a larger one is refused before it is parsed. Throws ShopError. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    // A call without a body names no type; over HTTP its body is an empty stream.
    if (type === '' && (await readText(request, maxBytes)) === '') return {};
    throw new ShopError('unsupported_media_type');
  }
  return jsonFrom(await readText(request, maxBytes));
}

/** Nothing is an empty object. Throws ShopError 'invalid_request'. */
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
 * The body as text, cut off with an error as soon as it exceeds the bytes allowed. Packed ones are not unpacked. Throws
 * ShopError 'invalid_request' when its sender goes away in the middle of it.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (isPacked(request)) throw new ShopError('unsupported_media_type');
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) throw new ShopError('body_too_large');
  try {
    // Over HTTP no body is longer than was announced.
    return announced === null ? await readUpTo(request, maxBytes) : await request.text();
  } catch (error) {
    throw isCutOff(error) ? new ShopError('invalid_request', { cause: error }) : error;
  }
}

export const isPacked = ({ headers }: Request): boolean =>
  !/^(identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '');

/** Of reading a body: whether it was its sender who ended it too early. */
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

/** Whether it is nested more deeply than anything that we take. */
export const isTooDeep = (value: unknown): boolean => depthExceeds(value, MAX_DEPTH);

function depthExceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => depthExceeds(part, depth - 1));
}

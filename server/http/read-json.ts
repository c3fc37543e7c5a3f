import { AppError } from '#domain/errors.ts';

/** The deepest valid input is a list in a field in a page in a file. */
const MAX_DEPTH = 8;

/** Reads a JSON body; rejects one above `maxBytes` before parsing. Throws AppError. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    // A call without a body has no content type; over HTTP its body is an empty stream.
    if (type === '' && (await readText(request, maxBytes)) === '') return {};
    throw new AppError('unsupported_media_type');
  }
  return parseJson(await readText(request, maxBytes));
}

/** Parses JSON; empty text is an empty object. Throws AppError 'invalid_request'. */
export function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) throw new AppError('invalid_request');
    return value;
  } catch (error) {
    throw new AppError('invalid_request', { cause: error });
  }
}

/**
 * Reads the body as text and stops when it exceeds the limit. Refuses compressed bodies. Throws AppError
 * 'invalid_request' when the sender disconnects.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (isCompressed(request)) throw new AppError('unsupported_media_type');
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > maxBytes) throw new AppError('body_too_large');
  try {
    // Over HTTP no body is longer than its Content-Length.
    return contentLength === null ? await readLimited(request, maxBytes) : await request.text();
  } catch (error) {
    throw isAborted(error) ? new AppError('invalid_request', { cause: error }) : error;
  }
}

export const isCompressed = ({ headers }: Request): boolean =>
  !/^(identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '');

/** Whether the sender ended the body too early. */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ECONNRESET') || /prematurely closed|^aborted$/i.test(error.message));

async function readLimited(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether a value is nested more deeply than any valid input. */
export const isTooDeep = (value: unknown): boolean => depthExceeds(value, MAX_DEPTH);

function depthExceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((child) => depthExceeds(child, depth - 1));
}

/** An S3-compatible object storage on this machine, as far as the app uses one. Used by tests only. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { listen } from './listening-server.ts';

const [BUCKET, KEY_ID] = ['files-of-tests', 'AKIATEST'];
/** Keys in one answer of a list, so that lists have several pages. */
const PAGE_SIZE = 2;

type Objects = Map<string, Buffer>;

const ERRORS = { AccessDenied: 403, NoSuchBucket: 404, NoSuchKey: 404, NotImplemented: 501 } as const;

function sendError(response: ServerResponse, code: keyof typeof ERRORS): void {
  response.writeHead(ERRORS[code], { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`);
}

/** Whether the request is signed by the right key: in a header, or in a link that is valid for at most five minutes. */
function isSigned({ headers }: IncomingMessage, query: URLSearchParams): boolean {
  const isLink =
    Number(query.get('X-Amz-Expires') ?? Infinity) <= 300 && /^[0-9a-f]{64}$/.test(query.get('X-Amz-Signature') ?? '');
  return isLink || (headers.authorization ?? '').startsWith(`AWS4-HMAC-SHA256 Credential=${KEY_ID}/`);
}

function sendObject(request: IncomingMessage, response: ServerResponse, query: URLSearchParams, content: Buffer): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = first === undefined ? content : content.subarray(Number(first), Number(last) + 1);
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': part.byteLength,
    'content-type': query.get('response-content-type') ?? 'application/octet-stream',
    'content-disposition': query.get('response-content-disposition') ?? 'inline',
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function sendList(response: ServerResponse, query: URLSearchParams, objects: Objects): void {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted();
  const page = keys.slice(0, PAGE_SIZE);
  const next = keys.length > PAGE_SIZE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`,
  );
}

async function storeObject(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  objects: Objects,
): Promise<void> {
  const content = await buffer(request);
  // Chunks with signatures of their own are not part of every S3-compatible storage.
  if (request.headers['content-encoding'] !== undefined) return sendError(response, 'NotImplemented');
  const checksum = createHash('sha256').update(content).digest('base64');
  if (request.headers['x-amz-checksum-sha256'] !== checksum) return sendError(response, 'AccessDenied');
  objects.set(key, content);
  response.writeHead(200).end();
}

/** During an outage, each connection ends without an answer; with `ofWrites`, those that store something. */
type Outage = { isOn: boolean; ofWrites: boolean };

/** Starts the storage; returns the settings with which an app uses it, and what it stores. */
export async function startS3Server(): Promise<{ env: Record<string, string>; objects: Objects; outage: Outage }> {
  const objects: Objects = new Map();
  const outage: Outage = { isOn: false, ofWrites: false };
  const server = createServer((request, response) => {
    if (outage.isOn || (outage.ofWrites && request.method === 'PUT')) return void request.socket.destroy();
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const [, bucket, ...rest] = pathname.split('/');
    const key = rest.join('/');
    if (!isSigned(request, query)) return sendError(response, 'AccessDenied');
    if (bucket !== BUCKET) return sendError(response, 'NoSuchBucket');
    if (request.method === 'PUT') return void storeObject(request, response, key, objects);
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (query.get('list-type') === '2') return sendList(response, query, objects);
    const content = objects.get(key);
    if (!content) return sendError(response, 'NoSuchKey');
    sendObject(request, response, query, content);
  });
  const { port } = await listen(server);
  const env = {
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_BUCKET: BUCKET,
    FILES_S3_REGION: 'us-east-1',
    FILES_S3_ACCESS_KEY_ID: KEY_ID,
    FILES_S3_SECRET_ACCESS_KEY: 'secret',
  };
  return { env, objects, outage };
}

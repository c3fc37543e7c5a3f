import { AppError } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { addDownloadedBytes, updateLastByte } from '#server/delivery/queries/downloads.ts';
import type { FileVersionRow } from '#server/delivery/queries/file-versions.ts';
import { currentRequest } from '#server/http/request-context.ts';
import { API_CSP } from '#server/http/security-headers.ts';

import { parseByteRange, type ByteRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { countDownload } from './count-download.ts';
import type { BuyerEntitlement } from './entitlement-access.ts';
import { createFileBody } from './file-body.ts';

/**
 * Sends a file to a buyer, as a whole or in a range, and counts the download. The caller has checked that the buyer has access
 * and that the file is safe. Throws AppError 'downloads_used_up', 'downloads_busy' and 'unavailable'.
 */
export async function serveFile(
  context: Context,
  request: Request,
  { entitlement: { id: entitlementId }, deliverable: { settings }, file, bytes }: BuyerEntitlement,
): Promise<Response> {
  if (settings.kind !== 'file' || file === null || bytes === null) throw new AppError('not_found');
  const { maxDownloads } = settings;
  const count = () => countDownload(context, { entitlementId, versionNumber: file.number, maxDownloads });
  return sendVersion(context, request, { ...file, bytes }, { reader: entitlementId, count });
}

/** `count`: counts the download and returns its id; missing where nothing is counted. */
type Reader = { reader: string; count?: (() => Promise<string>) | undefined };

/** Less than the time after which a request counts as a new download. */
const TOUCH_INTERVAL_MS = 30 * MINUTE_MS;

/** Sends a version of a file. Nothing is counted for HEAD. */
export async function sendVersion(
  context: Context,
  request: Request,
  version: FileVersionRow,
  { reader, count }: Reader,
): Promise<Response> {
  const { files } = context;
  const { sha256, bytes: size } = version;
  const range = requestedRange(request, version);
  if (range === 'unsatisfiable') return respond(416, version, { 'Content-Range': `bytes */${size}` }, null);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  const status = range ? 206 : 200;
  const headers = {
    'Content-Length': String(length),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  };
  if (request.method === 'HEAD') return respond(status, version, headers, null);
  const link = await files.createLink(sha256, version);
  if (link !== null) {
    await count?.();
    return new Response(null, { status: 302, headers: { ...PRIVATE_HEADERS, Location: link } });
  }
  return respond(status, version, headers, await openBody(context, version, { start, end }, { reader, count }));
}

/** Takes a stream, counts the download, and opens the file. The body gives the stream back and records what was sent. */
async function openBody(
  context: Context,
  version: FileVersionRow,
  { start, end }: ByteRange,
  { reader, count }: Reader,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const giveBack = context.downloadStreams.take(reader);
  const source = await context.files.open(version.sha256, { start, end }).catch((error: unknown) => {
    giveBack();
    throw error;
  });
  try {
    if (!source) throw reportMissing(context, version);
    const record = recordProgress(context, (await count?.()) ?? null);
    return createFileBody({
      source,
      length: end - start + 1,
      streams: context.downloadStreams,
      onProgress: record.continues,
      onEnd: (sent) => {
        giveBack();
        record.ends(sent, start + sent === version.bytes);
      },
      onReadError: (error) => context.log.error({ err: error, sha256: version.sha256 }, 'stored_file_unreadable'),
      disconnect: currentRequest()?.disconnect,
    });
  } catch (error) {
    source?.destroy();
    giveBack();
    throw error;
  }
}

/** Records a download now and then while it continues, and what was sent of it when a stream ends. */
function recordProgress({ db, now, log }: Context, downloadId: string | null) {
  let touchedAt = performance.now();
  // The reader gets its bytes, whatever becomes of the record.
  const record = (write: (id: string) => Promise<void>) => {
    if (downloadId === null) return;
    void write(downloadId).catch((error: unknown) => log.warn({ err: error }, 'download_not_recorded'));
  };
  return {
    continues: () => {
      if (performance.now() - touchedAt < TOUCH_INTERVAL_MS) return;
      touchedAt = performance.now();
      record((id) => updateLastByte(db, id, now()));
    },
    ends: (bytes: number, isComplete: boolean) =>
      record((id) => addDownloadedBytes(db, id, { bytes, isComplete, now: now() })),
  };
}

/** The range that the request asks for; null: the whole file, also if the client has a part of another version. */
function requestedRange({ headers }: Request, version: FileVersionRow): ByteRange | 'unsatisfiable' | null {
  const ifRange = headers.get('if-range');
  if (ifRange !== null && ifRange !== etagOf(version)) return null;
  return parseByteRange(headers.get('range'), version.bytes);
}

const etagOf = ({ sha256 }: Pick<FileVersionRow, 'sha256'>): string => `"${sha256}"`;

const PRIVATE_HEADERS = {
  // Compression would change the length and break ranges.
  'Cache-Control': 'private, no-store, no-transform',
  'Referrer-Policy': 'no-referrer',
};

/** A browser saves the file and never shows it, so that no content of a seller runs on our origin. */
const respond = (
  status: number,
  version: FileVersionRow,
  headers: Record<string, string>,
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): Response =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': version.mediaType,
      'Content-Disposition': contentDisposition(version.fileName),
      'Content-Security-Policy': `sandbox; ${API_CSP}`,
      'X-Content-Type-Options': 'nosniff',
      ...PRIVATE_HEADERS,
      'Accept-Ranges': 'bytes',
      ETag: etagOf(version),
      ...headers,
    },
  });

/** Logs a content that the store has lost, which `npm run doctor` also finds. */
function reportMissing({ log }: Context, { deliverableId, number, sha256 }: FileVersionRow): AppError {
  log.error({ deliverableId, version: number, sha256 }, 'stored_file_missing');
  return new AppError('unavailable');
}

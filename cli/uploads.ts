import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { UPLOAD_CHUNK_BYTES } from '../domain/deliverable.ts';
import { ApiError, ConnectionError } from '../packages/sdk/src/errors.ts';
import type { Requester } from '../packages/sdk/src/request.ts';
import { describeFileError, usageFault } from './errors.ts';

/** What the commands need of a deliverable. */
export type Deliverable = { id: string; name: string; file: { sha256: string } | null };

type Upload = { id: string; bytes: number; received: number };

/** `deliverableId`: the deliverable that gets a new version; without it, the upload creates one. */
export type UploadTarget = { pageId: string; deliverableId?: string | undefined; fileName: string };

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function readFileSize(file: string): Promise<number> {
  const found = await stat(file).catch((error: unknown) => {
    throw usageFault(`Could not read ${file} (${describeFileError(error)}).`);
  });
  if (!found.isFile()) throw usageFault(`${file} is not a file.`);
  if (found.size === 0) throw usageFault(`${file} is empty.`);
  return found.size;
}

/** How often an upload continues without progress, besides the retries of each request. */
const MAX_RESUMES = 5;

const isResumable = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.code === 'upload_offset_mismatch');

/** Sends the content of an upload. Bytes of a request without a response may have arrived, so the server is asked then. */
async function sendContent(request: Requester, handle: FileHandle, upload: Upload): Promise<void> {
  const path = `/files/${upload.id}`;
  const buffer = new Uint8Array(Math.min(UPLOAD_CHUNK_BYTES, upload.bytes));
  for (let [received, resumes] = [upload.received, 0]; received < upload.bytes;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, received);
    if (bytesRead === 0) throw usageFault('The file became shorter during the upload.');
    try {
      const headers = { 'upload-offset': String(received) };
      const answer = await request<Upload>('PATCH', path, { body: buffer.subarray(0, bytesRead), headers });
      [received, resumes] = [answer.received, 0];
    } catch (error) {
      resumes += 1;
      if (!isResumable(error) || resumes > MAX_RESUMES) throw error;
      ({ received } = await request<Upload>('GET', path));
    }
  }
}

/** Uploads a file. Returns the deliverable that has it. */
export async function uploadFile(request: Requester, file: string, target: UploadTarget): Promise<Deliverable> {
  const body = { ...target, bytes: await readFileSize(file) };
  const sha256 = await hashFile(file);
  const upload = await request<Upload>('POST', '/files', { body });
  const handle = await open(file);
  try {
    await sendContent(request, handle, upload);
  } finally {
    await handle.close();
  }
  return request('POST', `/files/${upload.id}/finish`, { body: { sha256 } });
}

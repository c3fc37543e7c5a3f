import { createHash } from 'node:crypto';

import type { ImageUse } from '#domain/image.ts';

import { parseImageFile, unreadableError, wrongTypeError } from './image-file.ts';
import type { ImageWorkers } from './image-workers.ts';

/** A stored image, named by the SHA-256 of its bytes. */
export type StoredImage = {
  sha256: string;
  extension: 'webp' | 'png';
  bytes: Uint8Array;
  width: number;
  height: number;
};

/** Checks an uploaded data URL and re-encodes it in a child process. Throws AppError with a message of the catalog. */
export async function processImage(dataUrl: string, use: ImageUse, workers: ImageWorkers): Promise<StoredImage> {
  const { type, bytes } = parseImageFile(dataUrl, use);
  const answer = await workers.render({ kind: type === 'image/svg+xml' ? 'svg' : 'raster', use, bytes });
  if ('error' in answer) throw answer.error === 'refused' ? wrongTypeError(use) : unreadableError();
  const sha256 = createHash('sha256').update(answer.image.bytes).digest('hex');
  return { sha256, extension: 'webp', ...answer.image };
}

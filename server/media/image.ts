import { createHash } from 'node:crypto';

import type { ImageUse } from '#domain/image.ts';

import { imageFileFrom, unreadable, wrongType } from './image-file.ts';
import type { ImageWorkers } from './image-workers.ts';

/** A stored image, named by the SHA-256 of its bytes. */
export type KeptImage = {
  sha256: string;
  extension: 'webp' | 'png';
  bytes: Uint8Array;
  width: number;
  height: number;
};

/** Checks an uploaded data URL and re-encodes it in a child process. Throws AppError with a message of the catalog. */
export async function processImage(
  dataUrl: string,
  use: ImageUse,
  workers: ImageWorkers,
): Promise<KeptImage> {
  const { type, bytes } = imageFileFrom(dataUrl, use);
  const answer = await workers.draw({ kind: type === 'image/svg+xml' ? 'svg' : 'raster', use, bytes });
  if ('problem' in answer) throw answer.problem === 'refused' ? wrongType(use) : unreadable();
  const sha256 = createHash('sha256').update(answer.drawn.bytes).digest('hex');
  return { sha256, extension: 'webp', ...answer.drawn };
}

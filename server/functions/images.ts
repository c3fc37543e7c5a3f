import { z } from 'zod';

import { keepImage, mediaPath } from '#server/media/keep-images.ts';
import { backendFunction } from './backend-function.ts';

const IMAGE_BODY_BYTES = 3 * 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Stores an image once. Drafts and pages refer to it by its URL. */
export const uploadImage = backendFunction({
  name: 'upload-image',
  title: 'Upload failed',
  access: 'writes',
  body: z.strictObject({ image: z.string().max(IMAGE_BODY_BYTES), use: z.enum(['product', 'logo']) }),
  maxBytes: IMAGE_BODY_BYTES,
  limits: ({ caller }) => [{ key: `image:${caller.sellerId}`, limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller }, { image, use }) => {
    const kept = await keepImage(context, caller.sellerId, image, use);
    return { url: mediaPath(kept), width: kept.width, height: kept.height, bytes: kept.bytes.byteLength };
  },
});

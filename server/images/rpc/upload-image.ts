import { z } from 'zod';

import { IMAGE_USES } from '#domain/image.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { storeImage, mediaPath } from '#server/images/store-images.ts';

const IMAGE_BODY_BYTES = 3 * 1024 * 1024;

/** Stores an image once. Drafts and pages refer to it by its URL. */
export const uploadImage = defineRpcFunction({
  name: 'upload-image',
  access: 'writes',
  body: z.strictObject({ image: z.string().max(IMAGE_BODY_BYTES), use: z.enum(IMAGE_USES) }),
  maxBytes: IMAGE_BODY_BYTES,
  limits: [{ name: 'image', limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller }, { image, use }) => {
    const storedImage = await storeImage(context, caller.sellerId, image, use);
    return {
      url: mediaPath(storedImage),
      width: storedImage.width,
      height: storedImage.height,
      bytes: storedImage.bytes.byteLength,
    };
  },
});

import { isShopError } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/image.ts';

import type { Context } from '#server/context.ts';
import { sniffedType } from '#server/media/image-type.ts';
import { keepImage, mediaPath } from '#server/media/keep-images.ts';
import { guardedRequest } from '#server/outgoing/guarded-request.ts';
import { OutgoingFault, RefusedAddress } from '#server/outgoing/outgoing-fault.ts';

const TIMEOUT_MS = 5_000;

/** Copies a remote image for the seller: returns its path, or a sentence that says why it failed. */
export async function fetchPicture(
  context: Context,
  sellerId: string,
  url: string,
): Promise<{ path: string } | { problem: string }> {
  try {
    const answer = await guardedRequest(context, {
      url,
      method: 'GET',
      headers: [['Accept', 'image/*']],
      body: '',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_IMAGE_BYTES,
    });
    if (answer.status !== 200) return { problem: `Its host answered ${answer.status}.` };
    if (answer.cut) return { problem: 'It is larger than 2 MB.' };
    const type = sniffedType(answer.body);
    if (!type) return { problem: 'It is no picture that we can draw.' };
    const image = await keepImage(
      context,
      sellerId,
      `data:${type};base64,${Buffer.from(answer.body).toString('base64')}`,
      'product',
    );
    return { path: mediaPath(image) };
  } catch (error) {
    if (error instanceof RefusedAddress || error instanceof OutgoingFault) return { problem: error.words };
    if (isShopError(error)) return { problem: error.message };
    throw error;
  }
}

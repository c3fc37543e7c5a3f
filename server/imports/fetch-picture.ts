import { isAppError } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/image.ts';

import type { Context } from '#server/context.ts';
import { detectImageType } from '#server/media/image-type.ts';
import { storeImage, mediaPath } from '#server/media/keep-images.ts';
import { guardedRequest } from '#server/outgoing/guarded-request.ts';
import { OutgoingError, BlockedAddressError } from '#server/outgoing/outgoing-fault.ts';

const TIMEOUT_MS = 5_000;

/** Copies a remote image for the seller: returns its path, or a sentence that says why it failed. */
export async function fetchImage(
  context: Context,
  sellerId: string,
  url: string,
): Promise<{ path: string } | { error: string }> {
  try {
    const answer = await guardedRequest(context, {
      url,
      method: 'GET',
      headers: [['Accept', 'image/*']],
      body: '',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_IMAGE_BYTES,
    });
    if (answer.status !== 200) return { error: `Its host answered ${answer.status}.` };
    if (answer.isTruncated) return { error: 'It is larger than 2 MB.' };
    const type = detectImageType(answer.body);
    if (!type) return { error: 'It is no picture that we can draw.' };
    const image = await storeImage(
      context,
      sellerId,
      `data:${type};base64,${Buffer.from(answer.body).toString('base64')}`,
      'product',
    );
    return { path: mediaPath(image) };
  } catch (error) {
    if (error instanceof BlockedAddressError || error instanceof OutgoingError) return { error: error.userMessage };
    if (isAppError(error)) return { error: error.message };
    throw error;
  }
}

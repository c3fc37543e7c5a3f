import { timingSafeEqual } from 'node:crypto';

import type { Context } from '#server/core/context.ts';

const SEPARATOR = '_';
const UUID_LENGTH = 36;

const signedText = (attemptId: string): string => `email-opt-out:${attemptId}`;

/**
 * Path of the page on which a buyer declines a seller's emails about new versions. It names one of their orders and is
 * signed, so that the link works in every email without a stored token.
 */
export const createEmailOptOutPath = ({ secrets }: Pick<Context, 'secrets'>, attemptId: string): string =>
  `/g/emails/${attemptId}${SEPARATOR}${secrets.hash(signedText(attemptId))}`;

/** The checkout attempt that a token names; null unless we signed it. */
export function readEmailOptOutToken({ secrets }: Pick<Context, 'secrets'>, token: string): string | null {
  const attemptId = token.slice(0, UUID_LENGTH);
  const received = Buffer.from(token);
  const isValid = secrets
    .candidateHashes(signedText(attemptId))
    .map((hash) => Buffer.from(attemptId + SEPARATOR + hash))
    .some((one) => one.length === received.length && timingSafeEqual(one, received));
  return isValid ? attemptId : null;
}

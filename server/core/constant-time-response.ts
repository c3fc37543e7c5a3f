import { setTimeout } from 'node:timers/promises';

/** Longer than the work takes for any user. */
const MIN_RESPONSE_MS = 200;

/**
 * Makes the response take the same time whether or not there was work to do, so that timing does not reveal accounts.
 * The outbox worker is not woken: it finds queued mails within a second.
 */
export async function constantTimeResponse(work: Promise<void>): Promise<void> {
  await Promise.all([work, setTimeout(MIN_RESPONSE_MS)]);
}

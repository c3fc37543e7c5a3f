import { setTimeout } from 'node:timers/promises';

/** Longer than the work takes for any user. */
const MIN_RESPONSE_MS = 200;

/**
 * Makes the response take the same time whatever the work finds, so that timing reveals nothing. The outbox worker is not
 * woken: it finds queued mails within a second.
 */
export async function constantTimeResponse<Result>(work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, setTimeout(MIN_RESPONSE_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

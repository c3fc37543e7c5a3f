import { setTimeout } from 'node:timers/promises';

/** Longer than the work behind it takes for anybody. */
const ANSWER_MS = 200;

/**
 * Lets an answer leave after the same time, whether there was anything to do or not. Nobody rings afterwards: what was
 * queued is found within a second, when the answer has long left.
 */
export async function inEvenTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, setTimeout(ANSWER_MS)]);
}

import { setTimeout } from 'node:timers/promises';

/** Longer than the work behind it takes for anybody. */
const ANSWER_MS = 150;

/** Lets an answer leave after the same time, whether there was anything to do or not. */
export async function inEvenTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, setTimeout(ANSWER_MS)]);
}

import type { ModeratedPage } from '#server/db/moderated-pages.ts';
import type { OperatorContext } from '#server/operator/operator-act.ts';
import { pausePaymentsOfPage, resumePaymentsOfPage } from '#server/pay-brake/pause-page.ts';

const HOUR_MS = 3_600_000;
const PAUSE_HOURS = { fallback: 6, maximum: 24 * 30 };

/** Parses the number of hours; null if it is invalid. */
export function parseHours(input: string): number | null {
  const hours = input === '' ? PAUSE_HOURS.fallback : Number(input);
  return Number.isInteger(hours) && hours >= 1 && hours <= PAUSE_HOURS.maximum ? hours : null;
}

/** Pauses the payments of a page for some hours. The page stays visible, and its seller can resume payments. */
export async function pausePayments(context: OperatorContext, { id }: ModeratedPage, hours: number): Promise<string> {
  const until = new Date(context.realNow().getTime() + hours * HOUR_MS);
  const isPaused = await pausePaymentsOfPage(context, id, until, { actor: 'operator' });
  return isPaused
    ? `takes no payments until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : 'is deleted.';
}

export async function resumePayments(context: OperatorContext, { id }: ModeratedPage): Promise<string> {
  const isPaused = await resumePaymentsOfPage(context, id, { actor: 'operator' });
  return isPaused ? 'takes payments again.' : 'is not paused.';
}

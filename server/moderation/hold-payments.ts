import type { ModeratedPage } from '#server/db/moderated-pages.ts';
import type { OperatorContext } from '#server/operator/operator-act.ts';
import { pausePage, resumePausedPage } from '#server/pay-brake/pause-page.ts';

const HOUR_MS = 3_600_000;
const HOURS = { usual: 6, most: 24 * 30 };

/** Parses the number of hours; null if it is invalid. */
export function hoursFrom(typed: string): number | null {
  const hours = typed === '' ? HOURS.usual : Number(typed);
  return Number.isInteger(hours) && hours >= 1 && hours <= HOURS.most ? hours : null;
}

/** Pauses the payments of a page for some hours. The page stays visible, and its seller can resume payments. */
export async function pausePayments(
  context: OperatorContext,
  { id }: ModeratedPage,
  hours: number,
): Promise<string> {
  const until = new Date(context.realNow().getTime() + hours * HOUR_MS);
  const done = await pausePage(context, id, until, { actor: 'operator' });
  return done
    ? `takes no payments until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : 'is deleted.';
}

export async function resumePayments(context: OperatorContext, { id }: ModeratedPage): Promise<string> {
  const done = await resumePausedPage(context, id, { actor: 'operator' });
  return done ? 'takes payments again.' : 'is not paused.';
}

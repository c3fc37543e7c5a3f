import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';
import { formatZonedTime } from '#domain/zoned-time.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relativeTimeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Formats a relative time: `in 9 days`, `2 hours ago`, `now`. */
export function formatRelativeTime(at: Date, now: Date): string {
  const distanceMs = at.getTime() - now.getTime();
  const [unit, unitMs] = UNITS.find(([, thresholdMs]) => Math.abs(distanceMs) >= thresholdMs) ?? [];
  return unit ? relativeTimeFormat.format(Math.trunc(distanceMs / unitMs), unit) : 'now';
}

function describeConsequence({ countdown, ...config }: CheckoutPageConfig, isOver: boolean): string {
  if (countdown.atEnd === 'close') return isOver ? 'The page is closed.' : 'Then the page closes, and nobody can buy.';
  if (countdown.atEnd === 'nothing')
    return isOver ? 'Only the text has changed.' : 'Then only the text changes; buyers can go on buying.';
  const price = countdown.priceAfter.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return 'Type the price from then on.';
  return `${isOver ? 'Since then the price is' : 'Then the price is'} ${formatPrice({ ...config, price })}.`;
}

/** Describes when a countdown ends and what happens then; null without an end. */
export function describeCountdown(config: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { endsAt } = config.countdown;
  if (endsAt === null) return null;
  const at = new Date(endsAt);
  const isOver = at <= now;
  return `${isOver ? 'Ended' : 'Ends'} on ${formatZonedTime(at, zone)} – ${formatRelativeTime(at, now)}. ${describeConsequence(config, isOver)}`;
}

/** Describes when the page is open for sale; null if it always is. */
export function describeSchedule({ availability }: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { opensAt, closesAt } = availability;
  const describe = (labels: [past: string, future: string], instant: string | null): string[] => {
    if (instant === null) return [];
    const at = new Date(instant);
    return [`${labels[at <= now ? 0 : 1]} on ${formatZonedTime(at, zone)} – ${formatRelativeTime(at, now)}.`];
  };
  const sentences = [...describe(['Opened', 'Opens'], opensAt), ...describe(['Closed', 'Closes'], closesAt)];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

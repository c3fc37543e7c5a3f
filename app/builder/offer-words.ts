import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { priceText } from '#domain/price.ts';
import { zonedText } from '#domain/zoned-time.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Formats a relative time: `in 9 days`, `2 hours ago`, `now`. */
export function awayText(at: Date, now: Date): string {
  const away = at.getTime() - now.getTime();
  const [unit, length] = UNITS.find(([, most]) => Math.abs(away) >= most) ?? [];
  return unit ? relative.format(Math.trunc(away / length), unit) : 'now';
}

function consequence({ countdown, ...config }: CheckoutPageConfig, over: boolean): string {
  if (countdown.atEnd === 'close')
    return over ? 'The page is closed.' : 'Then the page closes, and nobody can buy.';
  if (countdown.atEnd === 'nothing')
    return over ? 'Only the text has changed.' : 'Then only the text changes; buyers can go on buying.';
  const price = countdown.priceAfter.trim();
  if (price === '' || 'problem' in parsePrice(price, config.currency)) return 'Type the price from then on.';
  return `${over ? 'Since then the price is' : 'Then the price is'} ${priceText({ ...config, price })}.`;
}

/** Describes when a countdown ends and what happens then; null without an end. */
export function countdownWords(config: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { endsAt } = config.countdown;
  if (endsAt === null) return null;
  const at = new Date(endsAt);
  const over = at <= now;
  return `${over ? 'Ended' : 'Ends'} on ${zonedText(at, zone)} – ${awayText(at, now)}. ${consequence(config, over)}`;
}

/** Describes when the page is open for sale; null if it always is. */
export function scheduleWords({ availability }: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { opensAt, closesAt } = availability;
  const told = (words: [past: string, future: string], moment: string | null): string[] => {
    if (moment === null) return [];
    const at = new Date(moment);
    return [`${words[at <= now ? 0 : 1]} on ${zonedText(at, zone)} – ${awayText(at, now)}.`];
  };
  const sentences = [...told(['Opened', 'Opens'], opensAt), ...told(['Closed', 'Closes'], closesAt)];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

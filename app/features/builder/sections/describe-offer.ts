import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';
import { formatZonedTime } from '#domain/zoned-time.ts';

const { countdown: countdownMessages, availability: availabilityMessages } = builderOfferMessages;

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
  const messages = countdownMessages.description;
  if (countdown.atEnd === 'close') return isOver ? messages.closed : messages.willClose;
  if (countdown.atEnd === 'nothing') return isOver ? messages.changedText : messages.willChangeText;
  const price = countdown.priceAfter.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return messages.priceMissing;
  const priceText = formatPrice({ ...config, price });
  return isOver ? messages.changedPrice({ price: priceText }) : messages.willChangePrice({ price: priceText });
}

/** Describes when a countdown ends and what happens then; null without an end. */
export function describeCountdown(config: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { endsAt } = config.countdown;
  if (endsAt === null) return null;
  const at = new Date(endsAt);
  const isOver = at <= now;
  const { ended, ends } = countdownMessages.description;
  const end = (isOver ? ended : ends)({ time: formatZonedTime(at, zone), distance: formatRelativeTime(at, now) });
  return `${end} ${describeConsequence(config, isOver)}`;
}

type Describe = (values: { time: string; distance: string }) => string;

/** Describes when the page is open for sale; null if it always is. */
export function describeSchedule({ availability }: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { opensAt, closesAt } = availability;
  const messages = availabilityMessages.description;
  const describe = ([past, future]: readonly [Describe, Describe], instant: string | null): string[] => {
    if (instant === null) return [];
    const at = new Date(instant);
    return [(at <= now ? past : future)({ time: formatZonedTime(at, zone), distance: formatRelativeTime(at, now) })];
  };
  const sentences = [
    ...describe([messages.opened, messages.opens], opensAt),
    ...describe([messages.closed, messages.closes], closesAt),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

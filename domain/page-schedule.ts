import type { CheckoutPageConfig } from './checkout-page.ts';
import { getDefaultQuantity } from './quantity.ts';

export const MAX_STOCK = 1_000_000;

/** Effect of the end of the countdown. `price`: the page costs `priceAfter` from then on. */
export const COUNTDOWN_ENDS = ['nothing', 'close', 'price'] as const;
export type CountdownEnd = (typeof COUNTDOWN_ENDS)[number];

/** Sales state of a page. `reserved`: running checkouts reserve the rest of the stock; some may become available again. */
export type Availability = 'open' | 'early' | 'closed' | 'reserved' | 'sold_out';

/** Sold units, and units reserved by running checkouts. */
export type StockUsage = { sold: number; reserved: number };

type Countdown = Pick<CheckoutPageConfig, 'countdown'>;
type Schedule = Countdown & Pick<CheckoutPageConfig, 'availability'>;
type Stocked = Schedule & Pick<CheckoutPageConfig, 'quantity'>;

const hasPassed = (instant: string | null, now: Date): boolean =>
  instant !== null && new Date(instant).getTime() <= now.getTime();

export const isCountdownOver = ({ countdown }: Countdown, now: Date): boolean =>
  countdown.enabled && hasPassed(countdown.endsAt, now);

/** The config in force at a time: with the countdown's price once the countdown is over. */
export const configAt = <C extends Countdown & { price: string }>(config: C, now: Date): C =>
  config.countdown.atEnd === 'price' && isCountdownOver(config, now)
    ? { ...config, price: config.countdown.priceAfter }
    : config;

/** Opening and closing time of a page; null if it has none. */
export function getSchedule({ availability, countdown }: Schedule): {
  opensAt: Date | null;
  closesAt: Date | null;
} {
  const dates = [availability.closesAt, countdown.enabled && countdown.atEnd === 'close' && countdown.endsAt];
  return {
    opensAt: availability.opensAt === null ? null : new Date(availability.opensAt),
    closesAt: findEarliest(dates.filter((date) => typeof date === 'string')),
  };
}

const findEarliest = (instants: readonly string[]): Date | null => {
  const times = instants.map((instant) => new Date(instant).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
};

/** A page whose remaining stock is less than the smallest quantity has nothing left to sell. */
export function getAvailability(config: Stocked, now: Date, { sold, reserved }: StockUsage): Availability {
  const { opensAt, closesAt } = getSchedule(config);
  if (closesAt && closesAt <= now) return 'closed';
  const { stock } = config.availability;
  const least = getDefaultQuantity(config);
  if (stock !== null && stock - sold < least) return 'sold_out';
  if (opensAt && opensAt > now) return 'early';
  return stock !== null && stock - sold - reserved < least ? 'reserved' : 'open';
}

/** Remaining units, if the page shows them. */
export const getRemainingStock = (
  { availability: { stock, showStock } }: Pick<CheckoutPageConfig, 'availability'>,
  { sold, reserved }: StockUsage,
): number | null => (stock === null || !showStock ? null : Math.max(0, stock - sold - reserved));

/** Next time at which the page's state changes by schedule; null if never. */
export function getNextChange({ availability, countdown }: Schedule, now: Date): Date | null {
  const instants = [availability.opensAt, availability.closesAt, countdown.enabled ? countdown.endsAt : null];
  return findEarliest(instants.filter((instant) => instant !== null && !hasPassed(instant, now)).map(String));
}

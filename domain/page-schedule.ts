import type { CheckoutPageConfig } from './checkout-page.ts';
import { getDefaultQuantity } from './quantity.ts';

export const MAX_STOCK = 1_000_000;

/** Effect of the end of the countdown. `price`: the page costs `priceAfter` from then on. */
export const COUNTDOWN_ENDS = ['nothing', 'close', 'price'] as const;
export type CountdownEnd = (typeof COUNTDOWN_ENDS)[number];

/** Sales state of a page. `reserved`: running checkouts reserve the rest of the stock; some may become available again. */
export type Availability = 'open' | 'early' | 'closed' | 'reserved' | 'sold_out';

/** Units that can be sold, of which running checkouts reserve some. */
export type Supply = { left: number; reserved: number };

/** Sold units, and units reserved by running checkouts. `keys`: lists of license keys of which every unit needs one. */
export type StockUsage = { sold: number; reserved: number; keys?: readonly Supply[] };

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

/** What limits the sales of a page: its stock, and its lists of license keys. */
const listSupplies = (
  { availability: { stock } }: Pick<CheckoutPageConfig, 'availability'>,
  { sold, reserved, keys = [] }: StockUsage,
): Supply[] => (stock === null ? [...keys] : [{ left: stock - sold, reserved }, ...keys]);

/** A page that has fewer units left than the smallest quantity has nothing left to sell. */
export function getAvailability(config: Stocked, now: Date, usage: StockUsage): Availability {
  const { opensAt, closesAt } = getSchedule(config);
  if (closesAt && closesAt <= now) return 'closed';
  const supplies = listSupplies(config, usage);
  const least = getDefaultQuantity(config);
  if (supplies.some(({ left }) => left < least)) return 'sold_out';
  if (opensAt && opensAt > now) return 'early';
  return supplies.some(({ left, reserved }) => left - reserved < least) ? 'reserved' : 'open';
}

/** Remaining units, if the page shows them. */
export const getRemainingStock = (
  config: Pick<CheckoutPageConfig, 'availability'>,
  usage: StockUsage,
): number | null => {
  const { stock, showStock } = config.availability;
  if (stock === null || !showStock) return null;
  return Math.max(0, Math.min(...listSupplies(config, usage).map(({ left, reserved }) => left - reserved)));
};

/** Next time at which the page's state changes by schedule; null if never. */
export function getNextChange({ availability, countdown }: Schedule, now: Date): Date | null {
  const instants = [availability.opensAt, availability.closesAt, countdown.enabled ? countdown.endsAt : null];
  return findEarliest(instants.filter((instant) => instant !== null && !hasPassed(instant, now)).map(String));
}

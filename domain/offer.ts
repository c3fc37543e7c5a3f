import type { CheckoutPageConfig } from './checkout-page.ts';
import { ShopError } from './errors.ts';
import { amountText, parsePrice, symbolText, totalProblem } from './money.ts';
import { typedAmount } from './typed-amount.ts';

/** An additional price of the same product, besides the base price. `id` survives renaming. */
export type PriceOption = {
  id: string;
  name: string;
  price: string;
  paymentType: CheckoutPageConfig['paymentType'];
  billingFrequency: CheckoutPageConfig['billingFrequency'];
};

/** Id of the base price among the options. */
export const BASE_OPTION = 'base';
export const MAX_PRICE_OPTIONS = 6;
export const MAX_PRESETS = 6;
export const OPTION_NAME = 60;
export const OFFER_TEXT = 300;
export const MAX_STOCK = 1_000_000;

/** Effect of the end of the countdown. `price`: the page costs `priceAfter` from then on. */
export const COUNTDOWN_ENDS = ['nothing', 'close', 'price'] as const;
export type CountdownEnd = (typeof COUNTDOWN_ENDS)[number];

/** Sales state of a page. `held`: running checkouts reserve the rest of the stock; some may become available again. */
export type Availability = 'open' | 'early' | 'closed' | 'held' | 'sold_out';

/** The buyer's choice: a price option, or a pay-what-you-want amount in decimals of the currency. */
export type Choice = { plan?: string | null; amount?: string | null };

/** Sold pieces, and pieces reserved by running checkouts. */
export type Taken = { sold: number; held: number };

type Countdown = Pick<CheckoutPageConfig, 'countdown'>;
type Options = Pick<
  CheckoutPageConfig,
  'price' | 'currency' | 'paymentType' | 'billingFrequency' | 'priceOptions'
>;
type Schedule = Countdown & Pick<CheckoutPageConfig, 'availability'>;

const isReached = (moment: string | null, now: Date): boolean =>
  moment !== null && new Date(moment).getTime() <= now.getTime();

export const isCountdownOver = ({ countdown }: Countdown, now: Date): boolean =>
  countdown.enabled && isReached(countdown.endsAt, now);

/** The config in force at a time: with the countdown's price once the countdown is over. */
export const configAt = <C extends Countdown & { price: string }>(config: C, now: Date): C =>
  config.countdown.atEnd === 'price' && isCountdownOver(config, now)
    ? { ...config, price: config.countdown.priceAfter }
    : config;

const PERIOD_NAMES = { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' } as const;

/** Name of a price option; the billing period if it has none. */
export const optionName = ({
  name,
  paymentType,
  billingFrequency,
}: Omit<PriceOption, 'id' | 'price'>): string =>
  name || (paymentType === 'one-time' ? 'One-time' : PERIOD_NAMES[billingFrequency]);

/** All prices of a page. The base price comes first and is the default. */
export function optionsOf(config: Options): PriceOption[] {
  const { price, paymentType, billingFrequency, priceOptions } = config;
  const base = { id: BASE_OPTION, name: priceOptions.baseName, price, paymentType, billingFrequency };
  return [base, ...priceOptions.others].map((option) => ({ ...option, name: optionName(option) }));
}

/** The config with the price of one option; null if the option does not exist. */
export function configOfOption<C extends Options>(config: C, id: string): C | null {
  if (id === BASE_OPTION) return config;
  const option = config.priceOptions.others.find((other) => other.id === id);
  if (!option) return null;
  const { price, paymentType, billingFrequency } = option;
  return { ...config, price, paymentType, billingFrequency };
}

/** Every price that the page can charge: all options and the price after the countdown. */
export function pricesOf(config: Options & Countdown): string[] {
  const { countdown } = config;
  const after = countdown.enabled && countdown.atEnd === 'price' ? [countdown.priceAfter] : [];
  return [...optionsOf(config).map(({ price }) => price), ...after];
}

/** Minor units, and the percentage rounded down. */
export type Saving = { amount: number; percentage: number };

const MONTHS = 12;

/** Saving of a yearly price against twelve monthly payments; null without exactly one monthly price. */
export function savingOf(config: Options, id: string): Saving | null {
  const options = optionsOf(config);
  const yearly = options.find((option) => option.id === id && isBilled(option, 'yearly'));
  const [monthly, second] = options.filter((option) => isBilled(option, 'monthly'));
  if (!yearly || !monthly || second) return null;
  const [month, year] = [monthly, yearly].map(({ price }) => parsePrice(price.trim(), config.currency));
  if (!month || !year || 'problem' in month || 'problem' in year) return null;
  const twelve = MONTHS * month.amount;
  const amount = twelve - year.amount;
  const percentage = Math.floor((amount * 100) / twelve);
  return percentage >= 1 ? { amount, percentage } : null;
}

const isBilled = (option: PriceOption, frequency: PriceOption['billingFrequency']): boolean =>
  option.paymentType === 'subscription' && option.billingFrequency === frequency;

/** Limits of a pay-what-you-want amount in minor units; `most` null: up to Stripe's maximum. */
export function amountBounds({
  payWhatYouWant: { minimum, maximum },
  currency,
}: Pick<CheckoutPageConfig, 'payWhatYouWant' | 'currency'>): { least: number; most: number | null } {
  const amountOf = (text: string): number | null => {
    const parsed = parsePrice(text.trim(), currency);
    return 'amount' in parsed ? parsed.amount : null;
  };
  return { least: amountOf(minimum) ?? 0, most: amountOf(maximum) };
}

type Chooses = Options & Pick<CheckoutPageConfig, 'payWhatYouWant'>;

/** The config with the price that the buyer chose or typed; all amounts are calculated from it. Throws if the page does not offer it. */
export function chosenConfig<C extends Chooses>(config: C, { plan, amount }: Choice): C {
  const chosen = configOfOption(config, plan ?? BASE_OPTION);
  if (!chosen) throw new ShopError('plan_unknown');
  if (!amount?.trim()) return chosen;
  return { ...chosen, price: namedPrice(chosen, typedAmount(amount)) };
}

/** Id of the chosen option, as the checkout attempt stores it; null if the page has one price. */
export const chosenPlan = (
  { priceOptions }: Pick<CheckoutPageConfig, 'priceOptions'>,
  { plan }: Choice,
): string | null => (priceOptions.others.length > 0 ? (plan ?? BASE_OPTION) : null);

function namedPrice(config: Chooses, typed: string): string {
  const { currency } = config;
  const named = parsePrice(typed, currency, 'amount');
  if (!config.payWhatYouWant.enabled) {
    const fixed = parsePrice(config.price.trim(), currency);
    const isSame = 'amount' in named && 'amount' in fixed && named.amount === fixed.amount;
    if (!isSame) throw refusal(config, 'This page has a fixed price now. Reload it to see what it costs.');
    return config.price;
  }
  if ('problem' in named) throw refusal(config, `${named.problem}.`);
  const { least, most } = amountBounds(config);
  if (named.amount < least)
    throw refusal(config, `The least that you can pay is ${symbolText(least, currency)}.`);
  if (most !== null && named.amount > most)
    throw refusal(config, `The most that you can pay is ${symbolText(most, currency)}.`);
  const problem = totalProblem(named.amount, currency);
  if (problem) throw refusal(config, least === 0 ? `${problem}, or nothing at all.` : `${problem}.`);
  return amountText(named.amount, currency);
}

const refusal = (config: Chooses, message: string): ShopError =>
  new ShopError('amount_invalid', {
    message,
    facts: { ...amountBounds(config), currency: config.currency },
  });

/** Opening and closing time of a page; null if it has none. */
export function scheduleOf({ availability, countdown }: Schedule): {
  opensAt: Date | null;
  closesAt: Date | null;
} {
  const dates = [availability.closesAt, countdown.enabled && countdown.atEnd === 'close' && countdown.endsAt];
  return {
    opensAt: availability.opensAt === null ? null : new Date(availability.opensAt),
    closesAt: earliest(dates.filter((date) => typeof date === 'string')),
  };
}

const earliest = (moments: readonly string[]): Date | null => {
  const times = moments.map((moment) => new Date(moment).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
};

export function availabilityOf(config: Schedule, now: Date, { sold, held }: Taken): Availability {
  const { opensAt, closesAt } = scheduleOf(config);
  if (closesAt && closesAt <= now) return 'closed';
  const { stock } = config.availability;
  if (stock !== null && sold >= stock) return 'sold_out';
  if (opensAt && opensAt > now) return 'early';
  return stock !== null && sold + held >= stock ? 'held' : 'open';
}

/** Remaining pieces, if the page shows them. */
export const leftOf = (
  { availability: { stock, showStock } }: Pick<CheckoutPageConfig, 'availability'>,
  { sold, held }: Taken,
): number | null => (stock === null || !showStock ? null : Math.max(0, stock - sold - held));

/** Next time at which the page's state changes by schedule; null if never. */
export function nextChangeOf({ availability, countdown }: Schedule, now: Date): Date | null {
  const moments = [availability.opensAt, availability.closesAt, countdown.enabled ? countdown.endsAt : null];
  return earliest(moments.filter((moment) => moment !== null && !isReached(moment, now)).map(String));
}

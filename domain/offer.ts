import type { CheckoutPageConfig } from './checkout-page.ts';
import { ShopError } from './errors.ts';
import { amountText, parsePrice, symbolText, totalProblem } from './money.ts';
import { typedAmount } from './typed-amount.ts';

/** Another way to pay for the same product, beside the page's own price. `id` stays when it is renamed. */
export type PriceOption = {
  id: string;
  name: string;
  price: string;
  paymentType: CheckoutPageConfig['paymentType'];
  billingFrequency: CheckoutPageConfig['billingFrequency'];
};

/** The page's own price among its options. */
export const BASE_OPTION = 'base';
export const MAX_PRICE_OPTIONS = 6;
export const MAX_PRESETS = 6;
export const OPTION_NAME = 60;
export const OFFER_TEXT = 300;
export const MAX_STOCK = 1_000_000;

/** What happens to the page when its countdown has ended. `price`: from then on it costs `priceAfter`. */
export const COUNTDOWN_ENDS = ['nothing', 'close', 'price'] as const;
export type CountdownEnd = (typeof COUNTDOWN_ENDS)[number];

/**
 * Whether a page sells at a moment. `held`: all that is left is being paid for by others, and some of it may come back.
 */
export type Availability = 'open' | 'early' | 'closed' | 'held' | 'sold_out';

/** What a buyer has chosen: one of several prices, or what they want to pay, in decimals of the currency. */
export type Choice = { plan?: string | null; amount?: string | null };

/** Pieces that were paid for, and pieces that are being paid for. */
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

/** The config as it is in force at a moment: with the price that a countdown has left behind. */
export const configAt = <C extends Countdown & { price: string }>(config: C, now: Date): C =>
  config.countdown.atEnd === 'price' && isCountdownOver(config, now)
    ? { ...config, price: config.countdown.priceAfter }
    : config;

const PERIOD_NAMES = { weekly: 'Weekly', monthly: 'Monthly', yearly: 'Yearly' } as const;

/** What a price is called that its seller has given no name. */
export const optionName = ({
  name,
  paymentType,
  billingFrequency,
}: Omit<PriceOption, 'id' | 'price'>): string =>
  name || (paymentType === 'one-time' ? 'One-time' : PERIOD_NAMES[billingFrequency]);

/** All prices of a page, its own first: the one that is chosen where nobody chooses. */
export function optionsOf(config: Options): PriceOption[] {
  const { price, paymentType, billingFrequency, priceOptions } = config;
  const base = { id: BASE_OPTION, name: priceOptions.baseName, price, paymentType, billingFrequency };
  return [base, ...priceOptions.others].map((option) => ({ ...option, name: optionName(option) }));
}

/** The config with the price of one of its options; null when it has none of this id. */
export function configOfOption<C extends Options>(config: C, id: string): C | null {
  if (id === BASE_OPTION) return config;
  const option = config.priceOptions.others.find((other) => other.id === id);
  if (!option) return null;
  const { price, paymentType, billingFrequency } = option;
  return { ...config, price, paymentType, billingFrequency };
}

/** Every price at which the page may be sold: of each option, and the one after its countdown. */
export function pricesOf(config: Options & Countdown): string[] {
  const { countdown } = config;
  const after = countdown.enabled && countdown.atEnd === 'price' ? [countdown.priceAfter] : [];
  return [...optionsOf(config).map(({ price }) => price), ...after];
}

/** Minor units, and the whole percentage that they are, rounded down. */
export type Saving = { amount: number; percentage: number };

const MONTHS = 12;

/** What a yearly price saves against twelve monthly payments; null where the page has no monthly price, or several. */
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

/** What buyers may pay who name the price, in minor units; `most` null: as much as the provider takes. */
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

/**
 * The config with the price that a buyer has chosen or named, from which everything is priced. Throws ShopError for what
 * the page does not offer.
 */
export function chosenConfig<C extends Chooses>(config: C, { plan, amount }: Choice): C {
  const chosen = configOfOption(config, plan ?? BASE_OPTION);
  if (!chosen) throw new ShopError('plan_unknown');
  if (!amount?.trim()) return chosen;
  return { ...chosen, price: namedPrice(chosen, typedAmount(amount)) };
}

/** The price that was chosen among several, as an attempt remembers it; null where there is only one. */
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

/** When a page opens and when it closes; null where it has been open for ever, or stays so. */
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

/** Pieces left, where the page shows them. */
export const leftOf = (
  { availability: { stock, showStock } }: Pick<CheckoutPageConfig, 'availability'>,
  { sold, held }: Taken,
): number | null => (stock === null || !showStock ? null : Math.max(0, stock - sold - held));

/** When the page sells or looks differently next without anybody's doing; null: never again. */
export function nextChangeOf({ availability, countdown }: Schedule, now: Date): Date | null {
  const moments = [availability.opensAt, availability.closesAt, countdown.enabled ? countdown.endsAt : null];
  return earliest(moments.filter((moment) => moment !== null && !isReached(moment, now)).map(String));
}

import { pageDefaultMessages } from '#content/messages/page-defaults.ts';
import { priceChangeMessages } from '#content/messages/price-changes.ts';

import { createPaymentTerms, type CheckoutPageConfig } from './checkout-page.ts';
import { getCurrency } from './currencies.ts';
import { AppError } from './errors.ts';
import { formatAmount, parsePrice, formatWithSymbol, validateTotal } from './money.ts';
import { normalizeAmountInput } from './text.ts';

export type PriceOption = CheckoutPageConfig['priceOptions']['others'][number];

/** Id of the base price among the options. */
export const BASE_OPTION = 'base';
export const MAX_PRICE_OPTIONS = 6;
export const MAX_PRESETS = 6;
export const MAX_OPTION_NAME_LENGTH = 60;
export const MAX_OFFER_TEXT_LENGTH = 300;

/**
 * The buyer's choice: a price option, or a pay-what-you-want amount in decimals of the currency, order bumps by id, and the
 * quantity as typed.
 */
export type PriceChoice = {
  optionId?: string | null;
  amount?: string | null;
  bumps?: readonly string[];
  quantity?: string | null;
};

type Countdown = Pick<CheckoutPageConfig, 'countdown'>;
type Options = Pick<
  CheckoutPageConfig,
  'price' | 'currency' | 'paymentType' | 'billingFrequency' | 'paymentTerms' | 'priceOptions'
>;

const { priceNames } = pageDefaultMessages;

/** Name of a price option; the billing period if it has none. */
export function getOptionName({ name, paymentType, billingFrequency }: Omit<PriceOption, 'id' | 'price'>): string {
  if (name !== '') return name;
  const names = { 'one-time': priceNames.oneTime, 'payment-plan': priceNames.paymentPlan };
  return paymentType === 'subscription' ? priceNames[billingFrequency] : names[paymentType];
}

/** All prices of a page. The base price comes first and is the default. */
export function listPriceOptions(config: Options): Required<PriceOption>[] {
  const { price, paymentType, billingFrequency, paymentTerms, priceOptions } = config;
  const base = { id: BASE_OPTION, name: priceOptions.baseName, price, paymentType, billingFrequency, paymentTerms };
  return [base, ...priceOptions.others].map((option) => ({
    ...option,
    paymentTerms: option.paymentTerms ?? createPaymentTerms(),
    name: getOptionName(option),
  }));
}

/** The config with the price of one option; null if the option does not exist. */
export function configForOption<C extends Options>(config: C, id: string): C | null {
  if (id === BASE_OPTION) return config;
  const option = config.priceOptions.others.find((other) => other.id === id);
  if (!option) return null;
  const { price, paymentType, billingFrequency, paymentTerms = createPaymentTerms() } = option;
  return { ...config, price, paymentType, billingFrequency, paymentTerms };
}

/** Every price that the page can charge: all options and the price after the countdown. */
export function listPrices(config: Options & Countdown): string[] {
  const { countdown } = config;
  const after = countdown.enabled && countdown.atEnd === 'price' ? [countdown.priceAfter] : [];
  return [...listPriceOptions(config).map(({ price }) => price), ...after];
}

/** Minor units, and the percentage rounded down. */
export type Saving = { amount: number; percentage: number };

const MONTHS = 12;

/** Saving of a yearly price against twelve monthly payments; null without exactly one monthly price. */
export function calculateSaving(config: Options, id: string): Saving | null {
  const options = listPriceOptions(config);
  const yearly = options.find((option) => option.id === id && hasBillingFrequency(option, 'yearly'));
  const [monthly, second] = options.filter((option) => hasBillingFrequency(option, 'monthly'));
  if (!yearly || !monthly || second) return null;
  const [month, year] = [monthly, yearly].map(({ price }) => parsePrice(price.trim(), config.currency));
  if (!month || !year || 'error' in month || 'error' in year) return null;
  const twelveMonths = MONTHS * month.amount;
  const amount = twelveMonths - year.amount;
  const percentage = Math.floor((amount * 100) / twelveMonths);
  return percentage >= 1 ? { amount, percentage } : null;
}

const hasBillingFrequency = (option: PriceOption, frequency: PriceOption['billingFrequency']): boolean =>
  option.paymentType === 'subscription' && option.billingFrequency === frequency;

/** Limits of a pay-what-you-want amount in minor units; `most` null: up to Stripe's maximum. */
export function getAmountLimits({
  payWhatYouWant: { minimum, maximum },
  currency,
}: Pick<CheckoutPageConfig, 'payWhatYouWant' | 'currency'>): { least: number; most: number | null } {
  const parseAmount = (text: string): number | null => {
    const parsed = parsePrice(text.trim(), currency);
    return 'amount' in parsed ? parsed.amount : null;
  };
  return { least: parseAmount(minimum) ?? 0, most: parseAmount(maximum) };
}

type ChoosableConfig = Options & Pick<CheckoutPageConfig, 'payWhatYouWant'>;

/** The config with the price that the buyer chose or typed; all amounts are calculated from it. Throws if the page does not offer it. */
export function configForChoice<C extends ChoosableConfig>(config: C, { optionId, amount }: PriceChoice): C {
  const optionConfig = configForOption(config, optionId ?? BASE_OPTION);
  if (!optionConfig) throw new AppError('plan_unknown');
  if (!amount?.trim()) return optionConfig;
  return { ...optionConfig, price: parseChosenAmount(optionConfig, normalizeAmountInput(amount)) };
}

/** Id of the chosen option, as the checkout attempt stores it; null if the page has one price. */
export const getChosenOptionId = (
  { priceOptions }: Pick<CheckoutPageConfig, 'priceOptions'>,
  { optionId }: PriceChoice,
): string | null => (priceOptions.others.length > 0 ? (optionId ?? BASE_OPTION) : null);

function parseChosenAmount(config: ChoosableConfig, input: string): string {
  const { currency } = config;
  const parsedAmount = parsePrice(input, currency, 'amount');
  if (!config.payWhatYouWant.enabled) {
    const fixedPrice = parsePrice(config.price.trim(), currency);
    const isFixedPrice =
      'amount' in parsedAmount && 'amount' in fixedPrice && parsedAmount.amount === fixedPrice.amount;
    if (!isFixedPrice) throw createAmountError(config, priceChangeMessages.amount.fixedPrice);
    return config.price;
  }
  if ('error' in parsedAmount) throw createAmountError(config, `${parsedAmount.error}.`);
  const { least, most } = getAmountLimits(config);
  if (parsedAmount.amount < least)
    throw createAmountError(
      config,
      priceChangeMessages.amount.belowMinimum({ minimum: formatWithSymbol(least, currency) }),
    );
  if (most !== null && parsedAmount.amount > most)
    throw createAmountError(
      config,
      priceChangeMessages.amount.aboveMaximum({ maximum: formatWithSymbol(most, currency) }),
    );
  const error = validateTotal(parsedAmount.amount, currency);
  if (error) {
    const minimum = formatWithSymbol(getCurrency(currency).minimum ?? 0, currency);
    throw createAmountError(
      config,
      least === 0 ? priceChangeMessages.amount.belowStripeMinimum({ minimum }) : `${error}.`,
    );
  }
  return formatAmount(parsedAmount.amount, currency);
}

const createAmountError = (config: ChoosableConfig, message: string): AppError =>
  new AppError('amount_invalid', {
    message,
    facts: { ...getAmountLimits(config), currency: config.currency },
  });

import { emptyConfig, LIMITS, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { amountText, totalProblem } from '#domain/money.ts';
import { MAX_PRESETS, MAX_PRICE_OPTIONS, OPTION_NAME } from '#domain/offer.ts';
import { priceText } from '#domain/price.ts';
import { cleanLine, cleanText, lengthOf, storableTexts } from '#domain/text.ts';

type Billing = Pick<CheckoutPageConfig, 'paymentType' | 'billingFrequency'>;

/** A price of another system that a page can have. Amounts in minor units. */
export type FoundPrice = Billing & { name: string; currency: string; amount: number };

/** Range of a price that buyers choose. Minor units; null: no limit. */
export type FoundRange = {
  currency: string;
  minimum: number | null;
  maximum: number | null;
  presets: number[];
};

/** A product of another system. */
export type FoundProduct = {
  key: string;
  name: string;
  description: string;
  features: string[];
  /** The first price becomes the main price of the page. */
  prices: FoundPrice[];
  range: FoundRange | null;
  imageUrl: string | null;
  /** Sentences about properties that a page cannot have. */
  remarks: string[];
};

export const ONE_TIME: Billing = { paymentType: 'one-time', billingFrequency: 'monthly' };
export const every = (billingFrequency: CheckoutPageConfig['billingFrequency']): Billing => ({
  paymentType: 'subscription',
  billingFrequency,
});

export type Draft = { config: CheckoutPageConfig; priceText: string; remarks: string[] };

/** Creates a page draft without its image, and the warnings to show. */
export function draftOf(found: FoundProduct): Draft {
  const remarks = [...found.remarks];
  const shortened = (text: string, most: number, what: string): string => {
    if (lengthOf(text) <= most) return text;
    remarks.push(`The ${what} was shortened to ${most} characters.`);
    return Array.from(text).slice(0, most).join('').trimEnd();
  };
  const features = found.features.map(cleanLine).filter((feature) => feature !== '');
  if (features.length > LIMITS.features)
    remarks.push(`Of ${features.length} features the first ${LIMITS.features} were taken.`);
  const config: CheckoutPageConfig = {
    ...emptyConfig(),
    productName: shortened(cleanLine(found.name), LIMITS.productName, 'name'),
    description: shortened(cleanText(found.description), LIMITS.description, 'description'),
    features: features
      .slice(0, LIMITS.features)
      .map((feature) => shortened(feature, LIMITS.feature, 'text of a feature')),
    ...pricesOf(found, remarks),
  };
  return { config: storableTexts(config), priceText: priceWords(config), remarks: [...new Set(remarks)] };
}

function priceWords(config: CheckoutPageConfig): string {
  const { enabled, minimum } = config.payWhatYouWant;
  if (enabled) return `From ${priceText({ ...config, price: minimum || config.price || '0' })}`;
  return config.price ? priceText(config) : 'No price';
}

function pricesOf({ prices, range }: FoundProduct, remarks: string[]): Partial<CheckoutPageConfig> {
  const usable = prices.filter(({ currency, amount }) => {
    const problem = isCurrencyCode(currency.toUpperCase())
      ? totalProblem(amount, currency)
      : `There are no prices in ${currency.toUpperCase()} here`;
    if (problem) remarks.push(`A price was left out. ${problem}.`);
    return problem === null;
  });
  const [first, ...more] = usable;
  if (range && isCurrencyCode(range.currency.toUpperCase())) return namedPrice(range, first);
  if (!first) {
    remarks.push('It has no price that a page can have: type one.');
    return {};
  }
  const others = more.filter(({ currency }) => currency === first.currency);
  if (others.length < more.length)
    remarks.push('Prices in other currencies were left out: a page has one currency.');
  if (others.length > MAX_PRICE_OPTIONS - 1)
    remarks.push(`Of ${others.length + 1} prices the first ${MAX_PRICE_OPTIONS} were taken.`);
  const kept = others.slice(0, MAX_PRICE_OPTIONS - 1);
  return {
    ...asPage(first),
    priceOptions: {
      baseName: kept.length > 0 ? optionNameOf(first) : '',
      others: kept.map((price, at) => {
        const { currency: _, ...option } = asPage(price);
        return { id: `option-${at + 1}`, name: optionNameOf(price), ...option };
      }),
    },
  };
}

const optionNameOf = ({ name }: FoundPrice): string =>
  Array.from(cleanLine(name)).slice(0, OPTION_NAME).join('');

const asPage = ({ currency, amount, paymentType, billingFrequency }: FoundPrice) => ({
  price: amountText(amount, currency),
  currency: currency.toUpperCase(),
  paymentType,
  billingFrequency,
});

function namedPrice(range: FoundRange, first: FoundPrice | undefined): Partial<CheckoutPageConfig> {
  const text = (amount: number | null) => (amount === null ? '' : amountText(amount, range.currency));
  return {
    ...(first ? asPage(first) : {}),
    currency: range.currency.toUpperCase(),
    price: text(range.presets[0] ?? first?.amount ?? range.minimum),
    payWhatYouWant: {
      enabled: true,
      minimum: text(range.minimum),
      maximum: text(range.maximum),
      presets: range.presets.slice(0, MAX_PRESETS).map(text),
    },
  };
}

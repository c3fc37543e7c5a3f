import { importMessages } from '#content/messages/import-warnings.ts';
import { createEmptyConfig, LIMITS, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { formatPrice } from '#domain/format-price.ts';
import { formatAmount, validateTotal } from '#domain/money.ts';
import { MAX_PRESETS, MAX_PRICE_OPTIONS, MAX_OPTION_NAME_LENGTH } from '#domain/offer.ts';
import { cleanLine, cleanText, countCharacters, toStorable } from '#domain/text.ts';

type Billing = Pick<CheckoutPageConfig, 'paymentType' | 'billingFrequency'>;

/** A price of another system that a page can have. Amounts in minor units. */
export type ImportedPrice = Billing & { name: string; currency: string; amount: number };

/** Range of a price that buyers choose. Minor units; null: no limit. */
export type ImportedPriceRange = {
  currency: string;
  minimum: number | null;
  maximum: number | null;
  presets: number[];
};

/** A product of another system. */
export type ImportedProduct = {
  key: string;
  name: string;
  description: string;
  features: string[];
  /** The first price becomes the main price of the page. */
  prices: ImportedPrice[];
  range: ImportedPriceRange | null;
  imageUrl: string | null;
  /** Sentences about properties that a page cannot have. */
  warnings: string[];
};

export const ONE_TIME: Billing = { paymentType: 'one-time', billingFrequency: 'monthly' };
export const billedEvery = (billingFrequency: CheckoutPageConfig['billingFrequency']): Billing => ({
  paymentType: 'subscription',
  billingFrequency,
});

export type PageDraft = { config: CheckoutPageConfig; priceText: string; warnings: string[] };

/** Creates a page draft without its image, and the warnings to show. */
export function createDraft(product: ImportedProduct): PageDraft {
  const warnings = [...product.warnings];
  const shorten = (text: string, maxLength: number, field: keyof typeof importMessages.shortened): string => {
    if (countCharacters(text) <= maxLength) return text;
    warnings.push(importMessages.shortened[field]({ max: maxLength }));
    return Array.from(text).slice(0, maxLength).join('').trimEnd();
  };
  const features = product.features.map(cleanLine).filter((feature) => feature !== '');
  if (features.length > LIMITS.features)
    warnings.push(importMessages.tooManyFeatures({ count: features.length, max: LIMITS.features }));
  const config: CheckoutPageConfig = {
    ...createEmptyConfig(),
    productName: shorten(cleanLine(product.name), LIMITS.productName, 'name'),
    description: shorten(cleanText(product.description), LIMITS.description, 'description'),
    features: features.slice(0, LIMITS.features).map((feature) => shorten(feature, LIMITS.feature, 'feature')),
    ...pricesOfPage(product, warnings),
  };
  return { config: toStorable(config), priceText: priceLabel(config), warnings: [...new Set(warnings)] };
}

function priceLabel(config: CheckoutPageConfig): string {
  const { enabled, minimum } = config.payWhatYouWant;
  if (enabled) return `From ${formatPrice({ ...config, price: minimum || config.price || '0' })}`;
  return config.price ? formatPrice(config) : 'No price';
}

function pricesOfPage({ prices, range }: ImportedProduct, warnings: string[]): Partial<CheckoutPageConfig> {
  const usable = prices.filter(({ currency, amount }) => {
    if (!isCurrencyCode(currency.toUpperCase())) {
      warnings.push(importMessages.price.skippedCurrency({ currency: currency.toUpperCase() }));
      return false;
    }
    const problem = validateTotal(amount, currency);
    if (problem) warnings.push(importMessages.price.skipped({ reason: problem }));
    return problem === null;
  });
  const [first, ...otherPrices] = usable;
  if (range && isCurrencyCode(range.currency.toUpperCase())) return chosenPrice(range, first);
  if (!first) {
    warnings.push(importMessages.price.missing);
    return {};
  }
  const sameCurrency = otherPrices.filter(({ currency }) => currency === first.currency);
  if (sameCurrency.length < otherPrices.length) warnings.push(importMessages.price.otherCurrencies);
  if (sameCurrency.length > MAX_PRICE_OPTIONS - 1)
    warnings.push(importMessages.price.tooMany({ count: sameCurrency.length + 1, max: MAX_PRICE_OPTIONS }));
  const additional = sameCurrency.slice(0, MAX_PRICE_OPTIONS - 1);
  return {
    ...toPagePrice(first),
    priceOptions: {
      baseName: additional.length > 0 ? optionName(first) : '',
      others: additional.map((price, index) => {
        const { currency: _, ...option } = toPagePrice(price);
        return { id: `option-${index + 1}`, name: optionName(price), ...option };
      }),
    },
  };
}

const optionName = ({ name }: ImportedPrice): string =>
  Array.from(cleanLine(name)).slice(0, MAX_OPTION_NAME_LENGTH).join('');

const toPagePrice = ({ currency, amount, paymentType, billingFrequency }: ImportedPrice) => ({
  price: formatAmount(amount, currency),
  currency: currency.toUpperCase(),
  paymentType,
  billingFrequency,
});

function chosenPrice(range: ImportedPriceRange, first: ImportedPrice | undefined): Partial<CheckoutPageConfig> {
  const toText = (amount: number | null) => (amount === null ? '' : formatAmount(amount, range.currency));
  return {
    ...(first ? toPagePrice(first) : {}),
    currency: range.currency.toUpperCase(),
    price: toText(range.presets[0] ?? first?.amount ?? range.minimum),
    payWhatYouWant: {
      enabled: true,
      minimum: toText(range.minimum),
      maximum: toText(range.maximum),
      presets: range.presets.slice(0, MAX_PRESETS).map(toText),
    },
  };
}

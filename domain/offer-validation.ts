import type { CheckoutPageConfig } from './checkout-page.ts';
import {
  BASE_OPTION,
  MAX_PRESETS,
  MAX_PRICE_OPTIONS,
  MAX_STOCK,
  MAX_OFFER_TEXT_LENGTH,
  MAX_OPTION_NAME_LENGTH,
  listPriceOptions,
  getSchedule,
} from './offer.ts';
import { calculatePricing } from './pricing.ts';
import { cleanLine, cleanText, countCharacters } from './text.ts';

type Offer = Pick<CheckoutPageConfig, 'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability'>;
type FieldCheck = [field: string, problem: string | null];

/** Normalizes prices, dates and stock for publishing. */
export const normalizeOffer = ({
  priceOptions,
  payWhatYouWant,
  countdown,
  availability,
}: CheckoutPageConfig): Offer => ({
  priceOptions: {
    baseName: cleanLine(priceOptions.baseName),
    others: priceOptions.others.map((option) => ({
      ...option,
      name: cleanLine(option.name),
      price: option.price.trim(),
    })),
  },
  payWhatYouWant: {
    ...payWhatYouWant,
    minimum: payWhatYouWant.minimum.trim(),
    maximum: payWhatYouWant.maximum.trim(),
    presets: payWhatYouWant.presets.map((preset) => preset.trim()).filter((preset) => preset !== ''),
  },
  countdown: {
    ...countdown,
    text: cleanText(countdown.text),
    textAfter: cleanText(countdown.textAfter),
    priceAfter: countdown.priceAfter.trim(),
  },
  availability: {
    ...availability,
    earlyText: cleanText(availability.earlyText),
    closedText: cleanText(availability.closedText),
    soldOutText: cleanText(availability.soldOutText),
  },
});

/** Validates prices, dates and stock by field. */
export const validateOffer = (config: CheckoutPageConfig): FieldCheck[] => [
  ['priceOptions', validateOptions(config)],
  ...config.priceOptions.others.map((_, index): FieldCheck => [`priceOptions.${index}`, validateOption(config, index)]),
  ['payWhatYouWant', config.payWhatYouWant.enabled ? validatePayWhatYouWant(config) : null],
  ['countdown', config.countdown.enabled ? validateCountdown(config) : null],
  ['availability', validateAvailability(config)],
];

function validateOptions({ priceOptions: { baseName, others } }: CheckoutPageConfig): string | null {
  if (others.length + 1 > MAX_PRICE_OPTIONS) return `A page can have at most ${MAX_PRICE_OPTIONS} prices`;
  return validateLength(baseName, MAX_OPTION_NAME_LENGTH, 'The name of a price');
}

function validateOption(config: CheckoutPageConfig, index: number): string | null {
  const options = listPriceOptions(config);
  const position = index + 1;
  const option = options[position];
  if (!option) return null;
  const { id, name } = option;
  if (id === BASE_OPTION || options.findIndex((other) => other.id === id) < position)
    return 'This price is there twice: remove it and add it again';
  const hasSameName = (other: { name: string }) => other.name.toLowerCase() === name.toLowerCase();
  if (options.findIndex(hasSameName) < position) return `Two prices are called “${name}”: give each a name of its own`;
  return validateLength(name, MAX_OPTION_NAME_LENGTH, 'The name of a price') ?? validatePrice(config, option.price);
}

/** Validates one price; returns the error message or null. */
function validatePrice({ currency }: CheckoutPageConfig, price: string): string | null {
  if (price === '') return 'Set a price';
  const pricing = calculatePricing({ price, currency });
  return 'error' in pricing ? pricing.error : null;
}

function validatePayWhatYouWant(config: CheckoutPageConfig): string | null {
  const { payWhatYouWant, currency, price } = config;
  const { minimum, maximum, presets } = payWhatYouWant;
  if (config.priceOptions.others.length > 0)
    return 'Buyers either name the price or choose among several: keep one of the two';
  if (config.enableCoupon)
    return 'Where buyers name the price there is nothing for a coupon to take off: turn one of the two off';
  const limitErrors = [minimum, maximum].map((text) => (text === '' ? null : validatePrice(config, text)));
  for (const error of [...limitErrors, ...presets.map((preset) => validatePrice(config, preset))])
    if (error !== null) return error;
  if (presets.length > MAX_PRESETS) return `There can be at most ${MAX_PRESETS} suggestions`;
  const parseAmount = (text: string, fallback: number): number => {
    const pricing = calculatePricing({ price: text, currency });
    return text !== '' && 'total' in pricing ? pricing.total : fallback;
  };
  const minAmount = parseAmount(minimum, 0);
  const maxAmount = parseAmount(maximum, Infinity);
  if (maxAmount < minAmount) return 'The maximum must not be less than the minimum';
  const isOutside = (text: string) =>
    parseAmount(text, minAmount) < minAmount || parseAmount(text, minAmount) > maxAmount;
  if (presets.some(isOutside)) return 'Each amount must lie between the minimum and the maximum';
  return isOutside(price) ? 'The price is what is suggested: it must lie between the minimum and the maximum' : null;
}

function validateCountdown(config: CheckoutPageConfig): string | null {
  const { endsAt, atEnd, priceAfter, text, textAfter } = config.countdown;
  if (endsAt === null) return 'Choose when the countdown ends';
  const textError =
    validateLength(text, MAX_OFFER_TEXT_LENGTH, 'The text of a countdown') ??
    validateLength(textAfter, MAX_OFFER_TEXT_LENGTH, 'The text after a countdown');
  if (textError !== null || atEnd !== 'price') return textError;
  if (config.priceOptions.others.length > 0 || config.payWhatYouWant.enabled)
    return 'A countdown can change the price of a page that has just one: choose another end for it';
  return priceAfter === '' ? 'Set the price after the countdown' : validatePrice(config, priceAfter);
}

function validateAvailability(config: CheckoutPageConfig): string | null {
  const { stock, earlyText, closedText, soldOutText } = config.availability;
  const { opensAt, closesAt } = getSchedule(config);
  if (opensAt && closesAt && closesAt <= opensAt) return 'The page must close after it opens';
  if (stock !== null && (stock < 1 || stock > MAX_STOCK))
    return 'A stock has 1 to 1,000,000 pieces. Leave it empty where there is no end to them';
  return (
    validateLength(earlyText, MAX_OFFER_TEXT_LENGTH, 'The text before it opens') ??
    validateLength(closedText, MAX_OFFER_TEXT_LENGTH, 'The text of a closed page') ??
    validateLength(soldOutText, MAX_OFFER_TEXT_LENGTH, 'The text when it is sold out')
  );
}

const validateLength = (text: string, limit: number, subject: string): string | null => {
  const length = countCharacters(text);
  return length > limit ? `${subject} can have at most ${limit} characters; this one has ${length}` : null;
};

import type { CheckoutPageConfig } from './checkout-page.ts';
import {
  BASE_OPTION,
  MAX_PRESETS,
  MAX_PRICE_OPTIONS,
  MAX_STOCK,
  OFFER_TEXT,
  OPTION_NAME,
  optionsOf,
  scheduleOf,
} from './offer.ts';
import { pricingOf } from './pricing.ts';
import { cleanLine, cleanText, lengthOf } from './text.ts';

type Offer = Pick<CheckoutPageConfig, 'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability'>;
type Check = [field: string, problem: string | null];

/** Normalizes prices, dates and stock for publishing. */
export const tidyOffer = ({
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
export const offerChecks = (config: CheckoutPageConfig): Check[] => [
  ['priceOptions', optionsProblem(config)],
  ...config.priceOptions.others.map((_, index): Check => [
    `priceOptions.${index}`,
    optionProblem(config, index),
  ]),
  ['payWhatYouWant', config.payWhatYouWant.enabled ? namedPriceProblem(config) : null],
  ['countdown', config.countdown.enabled ? countdownProblem(config) : null],
  ['availability', availabilityProblem(config)],
];

function optionsProblem({ priceOptions: { baseName, others } }: CheckoutPageConfig): string | null {
  if (others.length + 1 > MAX_PRICE_OPTIONS) return `A page can have at most ${MAX_PRICE_OPTIONS} prices`;
  return tooLong(baseName, OPTION_NAME, 'The name of a price');
}

function optionProblem(config: CheckoutPageConfig, index: number): string | null {
  const options = optionsOf(config);
  const place = index + 1;
  const option = options[place];
  if (!option) return null;
  const { id, name } = option;
  if (id === BASE_OPTION || options.findIndex((other) => other.id === id) < place)
    return 'This price is there twice: remove it and add it again';
  const isSame = (other: { name: string }) => other.name.toLowerCase() === name.toLowerCase();
  if (options.findIndex(isSame) < place)
    return `Two prices are called “${name}”: give each a name of its own`;
  return tooLong(name, OPTION_NAME, 'The name of a price') ?? priceProblem(config, option.price);
}

/** Validates one price; returns the error message or null. */
function priceProblem({ currency }: CheckoutPageConfig, price: string): string | null {
  if (price === '') return 'Set a price';
  const pricing = pricingOf({ price, currency });
  return 'problem' in pricing ? pricing.problem : null;
}

function namedPriceProblem(config: CheckoutPageConfig): string | null {
  const { payWhatYouWant, currency, price } = config;
  const { minimum, maximum, presets } = payWhatYouWant;
  if (config.priceOptions.others.length > 0)
    return 'Buyers either name the price or choose among several: keep one of the two';
  if (config.enableCoupon)
    return 'Where buyers name the price there is nothing for a coupon to take off: turn one of the two off';
  const unread = [minimum, maximum].map((text) => (text === '' ? null : priceProblem(config, text)));
  for (const problem of [...unread, ...presets.map((preset) => priceProblem(config, preset))])
    if (problem !== null) return problem;
  if (presets.length > MAX_PRESETS) return `There can be at most ${MAX_PRESETS} suggestions`;
  const amountOf = (text: string, otherwise: number): number => {
    const pricing = pricingOf({ price: text, currency });
    return text !== '' && 'total' in pricing ? pricing.total : otherwise;
  };
  const least = amountOf(minimum, 0);
  const most = amountOf(maximum, Infinity);
  if (most < least) return 'The maximum must not be less than the minimum';
  const isOutside = (text: string) => amountOf(text, least) < least || amountOf(text, least) > most;
  if (presets.some(isOutside)) return 'Each amount must lie between the minimum and the maximum';
  return isOutside(price)
    ? 'The price is what is suggested: it must lie between the minimum and the maximum'
    : null;
}

function countdownProblem(config: CheckoutPageConfig): string | null {
  const { endsAt, atEnd, priceAfter, text, textAfter } = config.countdown;
  if (endsAt === null) return 'Choose when the countdown ends';
  const words =
    tooLong(text, OFFER_TEXT, 'The text of a countdown') ??
    tooLong(textAfter, OFFER_TEXT, 'The text after a countdown');
  if (words !== null || atEnd !== 'price') return words;
  if (config.priceOptions.others.length > 0 || config.payWhatYouWant.enabled)
    return 'A countdown can change the price of a page that has just one: choose another end for it';
  return priceAfter === '' ? 'Set the price after the countdown' : priceProblem(config, priceAfter);
}

function availabilityProblem(config: CheckoutPageConfig): string | null {
  const { stock, earlyText, closedText, soldOutText } = config.availability;
  const { opensAt, closesAt } = scheduleOf(config);
  if (opensAt && closesAt && closesAt <= opensAt) return 'The page must close after it opens';
  if (stock !== null && (stock < 1 || stock > MAX_STOCK))
    return 'A stock has 1 to 1,000,000 pieces. Leave it empty where there is no end to them';
  return (
    tooLong(earlyText, OFFER_TEXT, 'The text before it opens') ??
    tooLong(closedText, OFFER_TEXT, 'The text of a closed page') ??
    tooLong(soldOutText, OFFER_TEXT, 'The text when it is sold out')
  );
}

const tooLong = (text: string, limit: number, what: string): string | null => {
  const length = lengthOf(text);
  return length > limit ? `${what} can have at most ${limit} characters; this one has ${length}` : null;
};

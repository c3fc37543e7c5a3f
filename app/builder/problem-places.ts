import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { MAX_PRESETS, MAX_PRICE_OPTIONS, MAX_STOCK, OFFER_TEXT } from '#domain/offer.ts';
import type { PageProblem } from '#domain/page-problems.ts';
import { pricingOf } from '#domain/pricing.ts';
import { lengthOf } from '#domain/text.ts';

type Config = CheckoutPageConfig;
type Place = string | false;

const first = (...places: Place[]): string | null => places.find((place) => place !== false) ?? null;
const isLong = (text: string): boolean => lengthOf(text) > OFFER_TEXT;

function countdownPlace({ countdown, priceOptions, payWhatYouWant }: Config): string | null {
  const changesPrice = countdown.atEnd === 'price';
  const severalPrices = priceOptions.others.length > 0 || payWhatYouWant.enabled;
  return first(
    countdown.endsAt === null && 'endsAt',
    isLong(countdown.text) && 'text',
    isLong(countdown.textAfter) && 'textAfter',
    changesPrice && severalPrices && 'atEnd',
    changesPrice && 'priceAfter',
  );
}

function availabilityPlace({ availability }: Config): string | null {
  const { opensAt, closesAt, stock, earlyText, closedText, soldOutText } = availability;
  return first(
    opensAt !== null && closesAt !== null && closesAt <= opensAt && 'closesAt',
    stock !== null && (stock < 1 || stock > MAX_STOCK) && 'stock',
    isLong(earlyText) && 'earlyText',
    isLong(closedText) && 'closedText',
    isLong(soldOutText) && 'soldOutText',
    // A countdown that ends before the page opens.
    opensAt !== null && 'opensAt',
  );
}

function ownAmountPlace({ payWhatYouWant, priceOptions, enableCoupon, currency }: Config): string | null {
  const { minimum, maximum, presets } = payWhatYouWant;
  if (priceOptions.others.length > 0 || enableCoupon) return null;
  const isBad = (price: string) => 'problem' in pricingOf({ price, currency });
  const amountOf = (text: string): number | null => {
    const parsed = parsePrice(text, currency);
    return 'amount' in parsed ? parsed.amount : null;
  };
  const [least, most] = [amountOf(minimum) ?? 0, amountOf(maximum) ?? Infinity];
  const isOutside = (text: string) => {
    const amount = amountOf(text);
    return amount !== null && (amount < least || amount > most);
  };
  return first(
    minimum !== '' && isBad(minimum) && 'minimum',
    maximum !== '' && isBad(maximum) && 'maximum',
    most < least && 'maximum',
    presets.length > MAX_PRESETS && 'presets',
    presets.some((preset) => isBad(preset) || isOutside(preset)) && 'presets',
  );
}

const optionsPlace = ({ priceOptions }: Config): string | null =>
  priceOptions.others.length + 1 > MAX_PRICE_OPTIONS ? null : 'baseName';

const PLACES: Record<string, (config: Config) => string | null> = {
  countdown: countdownPlace,
  availability: availabilityPlace,
  payWhatYouWant: ownAmountPlace,
  priceOptions: optionsPlace,
};

/** Moves an error of a whole section to the control that causes it. The config must be normalized. */
export function placedProblem(problem: PageProblem, config: Config): PageProblem {
  const place = PLACES[problem.field]?.(config) ?? null;
  return place === null ? problem : { ...problem, field: `${problem.field}.${place}` };
}

import type { CheckoutPageConfig } from './checkout-page.ts';
import { MAX_COUPONS, validateCoupon, type Coupon } from './coupon.ts';
import { isDeepEqual } from './deep-equal.ts';
import { listChanges } from './list-changes.ts';
import {
  BASE_OPTION,
  getOptionName,
  getSchedule,
  listPriceOptions,
  MAX_OFFER_TEXT_LENGTH,
  MAX_OPTION_NAME_LENGTH,
  MAX_PRESETS,
  MAX_PRICE_OPTIONS,
  MAX_STOCK,
  type CountdownEnd,
  type PriceOption,
} from './offer.ts';
import {
  changeOf,
  describeChange,
  describeListChanges,
  describePresence,
  describeToggle,
  quoteText,
  type Change,
  type FieldCheck,
  type PageField,
} from './page-field.ts';
import { calculatePricing } from './pricing.ts';
import { cleanLine, cleanText, normalizeCouponCode, validateLength } from './text.ts';
import { isTimeZone } from './time-zone.ts';
import { formatShortZonedTime, getZoneCity } from './zoned-time.ts';

type Config = CheckoutPageConfig;

/** Validates one price; returns the error message or null. */
export function validatePrice({ currency }: Config, price: string): string | null {
  if (price === '') return 'Set a price';
  const pricing = calculatePricing({ price, currency });
  return 'error' in pricing ? pricing.error : null;
}

/** `30 Nov 2026, 18:00 Berlin time`. */
function formatInstant(instant: string | null | undefined, { timeZone }: Config, emptyText: string): string {
  if (!instant) return emptyText;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return `${formatShortZonedTime(new Date(instant), zone)} ${zone === 'UTC' ? zone : `${getZoneCity(zone)} time`}`;
}

/** `Closes never → 30 Nov 2026, 18:00 Berlin time`. A change of only the time zone has its own line. */
function describeInstantChange(
  label: string,
  { before, after }: Change<string | null>,
  configs: Change<Config>,
  emptyText: string,
): string[] {
  if (before === after) return [];
  const oldText = formatInstant(before, configs.before, emptyText);
  return [`${label} ${oldText} → ${formatInstant(after, configs.after, emptyText)}`];
}

const getBilling = ({ paymentType, billingFrequency }: PriceOption): string =>
  paymentType === 'one-time' ? 'one-time' : billingFrequency;
const formatOption = (option: PriceOption): string => `${option.price || 'no price'} ${getBilling(option)}`;

function describeOptionChange([previous, current]: [PriceOption, PriceOption]): string {
  const [before, after] = [getOptionName(previous), getOptionName(current)];
  if (formatOption(previous) !== formatOption(current))
    return `Price ${quoteText(after)}: ${formatOption(previous)} → ${formatOption(current)}`;
  return before === after ? `Price ${quoteText(after)} changed` : `Price ${quoteText(before)} → ${quoteText(after)}`;
}

function validateOption(config: Config, index: number): string | null {
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

export const priceOptionsField: PageField<Config['priceOptions']> = {
  normalize: ({ baseName, others }) => ({
    baseName: cleanLine(baseName),
    others: others.map((option) => ({ ...option, name: cleanLine(option.name), price: option.price.trim() })),
  }),
  validate: (config) => {
    const { baseName, others } = config.priceOptions;
    const tooMany = others.length + 1 > MAX_PRICE_OPTIONS;
    return [
      ['priceOptions', tooMany ? `A page can have at most ${MAX_PRICE_OPTIONS} prices` : null],
      ['priceOptions.baseName', validateLength(baseName, MAX_OPTION_NAME_LENGTH, 'The name of a price')],
      ...others.map((_, index): FieldCheck => [`priceOptions.${index}`, validateOption(config, index)]),
    ];
  },
  describe: (change) => {
    const changes = listChanges(change.before.others, change.after.others, isDeepEqual, ({ id }) => id);
    return [
      ...describeChange('Name of the first price', changeOf(change, 'baseName'), (name) =>
        name ? quoteText(name) : 'none',
      ),
      ...changes.changed.map(describeOptionChange),
      ...describeListChanges(changes, (option) => `Price ${quoteText(getOptionName(option))}`, 'Prices'),
    ];
  },
};

/** Returns the first error of the pay-what-you-want settings, with the setting that causes it. */
function validatePayWhatYouWant(config: Config): FieldCheck {
  const { payWhatYouWant, currency, price } = config;
  const { minimum, maximum, presets } = payWhatYouWant;
  if (config.priceOptions.others.length > 0)
    return ['payWhatYouWant', 'Buyers either name the price or choose among several: keep one of the two'];
  if (config.enableCoupon)
    return [
      'payWhatYouWant',
      'Where buyers name the price there is nothing for a coupon to take off: turn one of the two off',
    ];
  const amounts: FieldCheck[] = [
    ['payWhatYouWant.minimum', minimum === '' ? null : validatePrice(config, minimum)],
    ['payWhatYouWant.maximum', maximum === '' ? null : validatePrice(config, maximum)],
    ...presets.map((preset): FieldCheck => ['payWhatYouWant.presets', validatePrice(config, preset)]),
    ['payWhatYouWant.presets', presets.length > MAX_PRESETS ? `There can be at most ${MAX_PRESETS} suggestions` : null],
  ];
  const firstError = amounts.find(([, message]) => message !== null);
  if (firstError) return firstError;
  const parseAmount = (text: string, fallback: number): number => {
    const pricing = calculatePricing({ price: text, currency });
    return text !== '' && 'total' in pricing ? pricing.total : fallback;
  };
  const minAmount = parseAmount(minimum, 0);
  const maxAmount = parseAmount(maximum, Infinity);
  if (maxAmount < minAmount) return ['payWhatYouWant.maximum', 'The maximum must not be less than the minimum'];
  const isOutside = (text: string) =>
    parseAmount(text, minAmount) < minAmount || parseAmount(text, minAmount) > maxAmount;
  if (presets.some(isOutside))
    return ['payWhatYouWant.presets', 'Each amount must lie between the minimum and the maximum'];
  return [
    'payWhatYouWant',
    isOutside(price) ? 'The price is what is suggested: it must lie between the minimum and the maximum' : null,
  ];
}

export const payWhatYouWantField: PageField<Config['payWhatYouWant']> = {
  normalize: ({ enabled, minimum, maximum, presets }) => ({
    enabled,
    minimum: minimum.trim(),
    maximum: maximum.trim(),
    presets: presets.map((preset) => preset.trim()).filter((preset) => preset !== ''),
  }),
  validate: (config) => (config.payWhatYouWant.enabled ? [validatePayWhatYouWant(config)] : []),
  describe: (change) => [
    ...describeToggle(changeOf(change, 'enabled'), [
      'Buyers now pay what they want',
      'Buyers no longer pay what they want',
    ]),
    ...describeChange('Minimum amount', changeOf(change, 'minimum')),
    ...describeChange('Maximum amount', changeOf(change, 'maximum')),
    ...describeChange('Suggested amounts', changeOf(change, 'presets'), (presets) => presets.join(', ') || 'none'),
  ],
};

const COUNTDOWN_END_LABELS: Record<CountdownEnd, string> = {
  nothing: 'nothing happens',
  close: 'the page closes',
  price: 'the price changes',
};

/** Returns the first error of the countdown, with the setting that causes it. */
function validateCountdown(config: Config): FieldCheck {
  const { endsAt, atEnd, priceAfter, text, textAfter } = config.countdown;
  const checks: FieldCheck[] = [
    ['countdown.endsAt', endsAt === null ? 'Choose when the countdown ends' : null],
    ['countdown.text', validateLength(text, MAX_OFFER_TEXT_LENGTH, 'The text of a countdown')],
    ['countdown.textAfter', validateLength(textAfter, MAX_OFFER_TEXT_LENGTH, 'The text after a countdown')],
  ];
  const error = checks.find(([, message]) => message !== null);
  if (error || atEnd !== 'price') return error ?? ['countdown', null];
  if (config.priceOptions.others.length > 0 || config.payWhatYouWant.enabled)
    return [
      'countdown.atEnd',
      'A countdown can change the price of a page that has just one: choose another end for it',
    ];
  return [
    'countdown.priceAfter',
    priceAfter === '' ? 'Set the price after the countdown' : validatePrice(config, priceAfter),
  ];
}

export const countdownField: PageField<Config['countdown']> = {
  normalize: (countdown) => ({
    ...countdown,
    text: cleanText(countdown.text),
    textAfter: cleanText(countdown.textAfter),
    priceAfter: countdown.priceAfter.trim(),
  }),
  validate: (config) => (config.countdown.enabled ? [validateCountdown(config)] : []),
  describe: (change, configs) => [
    ...describeToggle(changeOf(change, 'enabled'), ['Countdown now shown', 'Countdown no longer shown']),
    ...describeInstantChange('Countdown ends', changeOf(change, 'endsAt'), configs, 'never'),
    ...describePresence('Countdown text', changeOf(change, 'text')),
    ...describePresence('Text after the countdown', changeOf(change, 'textAfter')),
    ...describeChange('After the countdown', changeOf(change, 'atEnd'), (end) => COUNTDOWN_END_LABELS[end]),
    ...describeChange('Price after the countdown', changeOf(change, 'priceAfter')),
  ],
};

/** Returns the first error of dates and stock, with the setting that causes it. */
function validateAvailability(config: Config): FieldCheck {
  const { stock, earlyText, closedText, soldOutText } = config.availability;
  const { opensAt, closesAt } = getSchedule(config);
  const closesBeforeOpening = (time: Date | null) => opensAt !== null && time !== null && time <= opensAt;
  // A countdown can close the page, too. Then only the opening can be changed here.
  const ownClosing = config.availability.closesAt === null ? null : new Date(config.availability.closesAt);
  const dateField = closesBeforeOpening(ownClosing) ? 'closesAt' : 'opensAt';
  const isBadStock = stock !== null && (stock < 1 || stock > MAX_STOCK);
  const checks: FieldCheck[] = [
    [`availability.${dateField}`, closesBeforeOpening(closesAt) ? 'The page must close after it opens' : null],
    [
      'availability.stock',
      isBadStock ? 'A stock has 1 to 1,000,000 pieces. Leave it empty where there is no end to them' : null,
    ],
    ['availability.earlyText', validateLength(earlyText, MAX_OFFER_TEXT_LENGTH, 'The text before it opens')],
    ['availability.closedText', validateLength(closedText, MAX_OFFER_TEXT_LENGTH, 'The text of a closed page')],
    ['availability.soldOutText', validateLength(soldOutText, MAX_OFFER_TEXT_LENGTH, 'The text when it is sold out')],
  ];
  return checks.find(([, message]) => message !== null) ?? ['availability', null];
}

export const availabilityField: PageField<Config['availability']> = {
  normalize: (availability) => ({
    ...availability,
    earlyText: cleanText(availability.earlyText),
    closedText: cleanText(availability.closedText),
    soldOutText: cleanText(availability.soldOutText),
  }),
  validate: (config) => [validateAvailability(config)],
  describe: (change, configs) => [
    ...describeInstantChange('Opens', changeOf(change, 'opensAt'), configs, 'at once'),
    ...describeInstantChange('Closes', changeOf(change, 'closesAt'), configs, 'never'),
    ...describeChange('Stock', changeOf(change, 'stock'), (stock) => String(stock ?? 'without end')),
    ...describeToggle(changeOf(change, 'showStock'), ['What is left is now shown', 'What is left is no longer shown']),
    ...describePresence('Text before it opens', changeOf(change, 'earlyText')),
    ...describePresence('Text when closed', changeOf(change, 'closedText')),
    ...describePresence('Text when sold out', changeOf(change, 'soldOutText')),
  ],
};

const formatDiscount = ({ discount, type }: Coupon, { currency }: Config): string =>
  type === 'percentage' ? `${discount} %` : `${discount} ${currency}`;

/** All coupon properties except the code, in the order of the form. */
const formatCouponFields = (coupon: Coupon, config: Config): [what: string, text: string][] => [
  ['', formatDiscount(coupon, config)],
  ['starts', formatInstant(coupon.startsAt, config, 'at once')],
  ['ends', formatInstant(coupon.endsAt, config, 'never')],
  ['uses', String(coupon.limit ?? 'without limit')],
  ['uses per buyer', String(coupon.perBuyer ?? 'without limit')],
  ['least price', coupon.minimum || 'any'],
];

/** `Coupon TEN: 10 % → 15 %, ends never → 30 Nov 2026, 18:00 UTC`: one line for all differences. */
function describeCouponChange([previous, current]: [Coupon, Coupon], { before, after }: Change<Config>): string {
  const texts = formatCouponFields(current, after);
  const changedFields = formatCouponFields(previous, before).flatMap(([label, text], index) => {
    const next = texts[index]?.[1] ?? '';
    return text === next ? [] : [`${label} ${text} → ${next}`.trim()];
  });
  return changedFields.length > 0
    ? `Coupon ${current.code}: ${changedFields.join(', ')}`
    : `Coupon ${current.code} changed`;
}

export const couponsField: PageField<Config['validCoupons']> = {
  normalize: (coupons) =>
    coupons.map((coupon) => ({
      ...coupon,
      code: normalizeCouponCode(coupon.code),
      ...(coupon.minimum ? { minimum: coupon.minimum.trim() || null } : {}),
    })),
  validate: (config) => {
    const codes = config.validCoupons.map(({ code }) => code);
    return [
      ['validCoupons', codes.length > MAX_COUPONS ? `A page can have at most ${MAX_COUPONS} coupons` : null],
      ...config.validCoupons.map((coupon, index): FieldCheck => [
        `validCoupons.${index}`,
        codes.indexOf(coupon.code) < index ? `The code ${coupon.code} is there twice` : validateCoupon(coupon, config),
      ]),
    ];
  },
  describe: ({ before, after }, configs) => {
    const changes = listChanges(before, after, isDeepEqual, ({ code }) => code);
    return [
      ...changes.changed.map((pair) => describeCouponChange(pair, configs)),
      ...describeListChanges(changes, ({ code }) => `Coupon ${code}`, 'Coupons'),
    ];
  },
};

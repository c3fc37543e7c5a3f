import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { createPaymentTerms, type CheckoutPageConfig } from './checkout-page.ts';
import { findCouponCountProblem, validateCoupon, type Coupon } from './coupon.ts';
import { isDeepEqual } from './deep-equal.ts';
import { listChanges } from './list-changes.ts';
import { parseChargeablePrice } from './money.ts';
import {
  BASE_OPTION,
  getOptionName,
  listPriceOptions,
  MAX_OFFER_TEXT_LENGTH,
  MAX_OPTION_NAME_LENGTH,
  MAX_PRESETS,
  MAX_PRICE_OPTIONS,
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
} from './page-field-type.ts';
import { getSchedule, MAX_STOCK } from './page-schedule.ts';
import { findTermsError, normalizeTerms } from './payment-terms-fields.ts';
import { cleanLine, cleanText, normalizeCouponCode, validateLength } from './text.ts';
import { isTimeZone } from './time-zone.ts';
import { formatShortZonedTime, getZoneCity } from './zoned-time.ts';

const { labels, values } = pageChangeMessages;
const { tooLong } = pageRuleMessages;

type Config = CheckoutPageConfig;

/** Validates one price; returns the error message or null. */
export function validatePrice({ currency }: Config, price: string): string | null {
  if (price === '') return pageRuleMessages.price.missing;
  const parsed = parseChargeablePrice(price, currency);
  return 'error' in parsed ? parsed.error : null;
}

/** `Nov 30, 2026, 6:00 PM Berlin time`. */
function formatInstant(instant: string | null | undefined, { timeZone }: Config, emptyText: string): string {
  if (!instant) return emptyText;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const time = formatShortZonedTime(new Date(instant), zone);
  return zone === 'UTC' ? `${time} UTC` : values.zoneTime({ time, city: getZoneCity(zone) });
}

/** `Closes: never → Nov 30, 2026, 6:00 PM Berlin time`. A change of only the time zone has its own line. */
function describeInstantChange(
  label: string,
  { before, after }: Change<string | null>,
  configs: Change<Config>,
  emptyText: string,
): string[] {
  if (before === after) return [];
  return [
    pageChangeMessages.changed({
      label,
      before: formatInstant(before, configs.before, emptyText),
      after: formatInstant(after, configs.after, emptyText),
    }),
  ];
}

function getBilling({ paymentType, billingFrequency, paymentTerms = createPaymentTerms() }: PriceOption): string {
  if (paymentType === 'one-time') return values.oneTime;
  return paymentType === 'subscription'
    ? billingFrequency
    : values.paymentPlan({ billing: billingFrequency, count: paymentTerms.installments });
}
const formatOption = (option: PriceOption): string => `${option.price || values.noPrice} ${getBilling(option)}`;

function describeOptionChange([previous, current]: [PriceOption, PriceOption]): string {
  const [before, after] = [getOptionName(previous), getOptionName(current)];
  if (formatOption(previous) !== formatOption(current))
    return pageChangeMessages.priceOption({
      name: quoteText(after),
      before: formatOption(previous),
      after: formatOption(current),
    });
  const item = labels.priceOption({ name: quoteText(before) });
  return before === after
    ? pageChangeMessages.edited({ item })
    : pageChangeMessages.renamed({ item, name: quoteText(after) });
}

function validateOption(config: Config, index: number): string | null {
  const options = listPriceOptions(config);
  const position = index + 1;
  const option = options[position];
  if (!option) return null;
  const { id, name } = option;
  if (id === BASE_OPTION || options.findIndex((other) => other.id === id) < position)
    return pageRuleMessages.priceOptions.duplicate;
  const hasSameName = (other: { name: string }) => other.name.toLowerCase() === name.toLowerCase();
  if (options.findIndex(hasSameName) < position) return pageRuleMessages.priceOptions.duplicateName({ name });
  return (
    validateLength(name, MAX_OPTION_NAME_LENGTH, tooLong.priceName) ??
    validatePrice(config, option.price) ??
    findTermsError(option, config)?.[1] ??
    null
  );
}

export const priceOptionsField: PageField<Config['priceOptions']> = {
  normalize: ({ baseName, others }) => ({
    baseName: cleanLine(baseName),
    others: others.map(({ paymentTerms, ...option }) => ({
      ...option,
      name: cleanLine(option.name),
      price: option.price.trim(),
      ...(paymentTerms ? { paymentTerms: normalizeTerms(paymentTerms) } : {}),
    })),
  }),
  validate: (config) => {
    const { baseName, others } = config.priceOptions;
    const tooMany = others.length + 1 > MAX_PRICE_OPTIONS;
    return [
      ['priceOptions', tooMany ? pageRuleMessages.priceOptions.tooMany({ max: MAX_PRICE_OPTIONS }) : null],
      ['priceOptions.baseName', validateLength(baseName, MAX_OPTION_NAME_LENGTH, tooLong.priceName)],
      ...others.map((_, index): FieldCheck => [`priceOptions.${index}`, validateOption(config, index)]),
    ];
  },
  describe: (change) => {
    const changes = listChanges(change.before.others, change.after.others, isDeepEqual, ({ id }) => id);
    return [
      ...describeChange(labels.basePriceName, changeOf(change, 'baseName'), (name) =>
        name ? quoteText(name) : values.none,
      ),
      ...changes.changed.map(describeOptionChange),
      ...describeListChanges(
        changes,
        (option) => labels.priceOption({ name: quoteText(getOptionName(option)) }),
        labels.prices,
      ),
    ];
  },
};

/** Returns the first error of the pay-what-you-want settings, with the setting that causes it. */
function validatePayWhatYouWant(config: Config): FieldCheck {
  const { payWhatYouWant, currency, price } = config;
  const { minimum, maximum, presets } = payWhatYouWant;
  if (config.priceOptions.others.length > 0)
    return ['payWhatYouWant', pageRuleMessages.payWhatYouWant.withPriceOptions];
  if (config.enableCoupon) return ['payWhatYouWant', pageRuleMessages.payWhatYouWant.withCoupons];
  const amounts: FieldCheck[] = [
    ['payWhatYouWant.minimum', minimum === '' ? null : validatePrice(config, minimum)],
    ['payWhatYouWant.maximum', maximum === '' ? null : validatePrice(config, maximum)],
    ...presets.map((preset): FieldCheck => ['payWhatYouWant.presets', validatePrice(config, preset)]),
    [
      'payWhatYouWant.presets',
      presets.length > MAX_PRESETS ? pageRuleMessages.payWhatYouWant.tooManyPresets({ max: MAX_PRESETS }) : null,
    ],
  ];
  const firstError = amounts.find(([, message]) => message !== null);
  if (firstError) return firstError;
  const parseAmount = (text: string, fallback: number): number => {
    const parsed = parseChargeablePrice(text, currency);
    return 'amount' in parsed ? parsed.amount : fallback;
  };
  const minAmount = parseAmount(minimum, 0);
  const maxAmount = parseAmount(maximum, Infinity);
  if (maxAmount < minAmount) return ['payWhatYouWant.maximum', pageRuleMessages.payWhatYouWant.maximumBelowMinimum];
  const isOutside = (text: string) =>
    parseAmount(text, minAmount) < minAmount || parseAmount(text, minAmount) > maxAmount;
  if (presets.some(isOutside)) return ['payWhatYouWant.presets', pageRuleMessages.payWhatYouWant.presetOutside];
  return ['payWhatYouWant', isOutside(price) ? pageRuleMessages.payWhatYouWant.priceOutside : null];
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
    ...describeToggle(changeOf(change, 'enabled'), pageChangeMessages.payWhatYouWant),
    ...describeChange(labels.minimumAmount, changeOf(change, 'minimum')),
    ...describeChange(labels.maximumAmount, changeOf(change, 'maximum')),
    ...describeChange(
      labels.suggestedAmounts,
      changeOf(change, 'presets'),
      (presets) => presets.join(', ') || values.none,
    ),
  ],
};

/** Returns the first error of the countdown, with the setting that causes it. */
function validateCountdown(config: Config): FieldCheck {
  const { endsAt, atEnd, priceAfter, text, textAfter } = config.countdown;
  const checks: FieldCheck[] = [
    ['countdown.endsAt', endsAt === null ? pageRuleMessages.countdown.endMissing : null],
    ['countdown.text', validateLength(text, MAX_OFFER_TEXT_LENGTH, tooLong.countdownText)],
    ['countdown.textAfter', validateLength(textAfter, MAX_OFFER_TEXT_LENGTH, tooLong.countdownTextAfter)],
  ];
  const error = checks.find(([, message]) => message !== null);
  if (error || atEnd !== 'price') return error ?? ['countdown', null];
  if (config.priceOptions.others.length > 0 || config.payWhatYouWant.enabled)
    return ['countdown.atEnd', pageRuleMessages.countdown.severalPrices];
  return [
    'countdown.priceAfter',
    priceAfter === '' ? pageRuleMessages.countdown.priceMissing : validatePrice(config, priceAfter),
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
    ...describeToggle(changeOf(change, 'enabled'), pageChangeMessages.countdown),
    ...describeInstantChange(labels.countdownEnd, changeOf(change, 'endsAt'), configs, values.never),
    ...describePresence(labels.countdownText, changeOf(change, 'text')),
    ...describePresence(labels.countdownTextAfter, changeOf(change, 'textAfter')),
    ...describeChange(
      labels.countdownAction,
      changeOf(change, 'atEnd'),
      (end) => pageChangeMessages.countdownActions[end],
    ),
    ...describeChange(labels.countdownPrice, changeOf(change, 'priceAfter')),
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
    [
      `availability.${dateField}`,
      closesBeforeOpening(closesAt) ? pageRuleMessages.availability.closesBeforeOpening : null,
    ],
    ['availability.stock', isBadStock ? pageRuleMessages.availability.stock : null],
    ['availability.earlyText', validateLength(earlyText, MAX_OFFER_TEXT_LENGTH, tooLong.earlyText)],
    ['availability.closedText', validateLength(closedText, MAX_OFFER_TEXT_LENGTH, tooLong.closedText)],
    ['availability.soldOutText', validateLength(soldOutText, MAX_OFFER_TEXT_LENGTH, tooLong.soldOutText)],
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
    ...describeInstantChange(labels.opensAt, changeOf(change, 'opensAt'), configs, values.immediately),
    ...describeInstantChange(labels.closesAt, changeOf(change, 'closesAt'), configs, values.never),
    ...describeChange(labels.stock, changeOf(change, 'stock'), (stock) => String(stock ?? values.unlimited)),
    ...describeToggle(changeOf(change, 'showStock'), pageChangeMessages.remainingStock),
    ...describePresence(labels.earlyText, changeOf(change, 'earlyText')),
    ...describePresence(labels.closedText, changeOf(change, 'closedText')),
    ...describePresence(labels.soldOutText, changeOf(change, 'soldOutText')),
  ],
};

const formatDiscount = ({ discount, type }: Coupon, { currency }: Config): string =>
  type === 'percentage' ? `${discount}%` : `${discount} ${currency}`;

type CouponSetting = keyof typeof pageChangeMessages.couponSettings;

/** All coupon properties except the code, in the order of the form. */
const formatCouponFields = (coupon: Coupon, config: Config): [setting: CouponSetting, text: string][] => [
  ['discount', formatDiscount(coupon, config)],
  ['startsAt', formatInstant(coupon.startsAt, config, values.immediately)],
  ['endsAt', formatInstant(coupon.endsAt, config, values.never)],
  ['limit', String(coupon.limit ?? values.unlimited)],
  ['perBuyer', String(coupon.perBuyer ?? values.unlimited)],
  ['minimum', coupon.minimum || values.none],
  ['scope', pageChangeMessages.couponScopes[coupon.scope ?? 'product']],
  ['payments', String(coupon.payments ?? pageChangeMessages.couponPayments.all)],
  ['buyers', pageChangeMessages.couponBuyers[coupon.buyers ?? 'all']],
  ['paused', pageChangeMessages.couponStates[coupon.paused ? 'off' : 'on']],
  ['note', coupon.note ? quoteText(coupon.note) : values.none],
];

/** `Coupon TEN: 10% → 15%, ends never → Nov 30, 2026, 6:00 PM UTC`: one line for all differences. */
function describeCouponChange([previous, current]: [Coupon, Coupon], { before, after }: Change<Config>): string {
  const texts = formatCouponFields(current, after);
  const changedFields = formatCouponFields(previous, before).flatMap(([setting, text], index) => {
    const next = texts[index]?.[1] ?? '';
    return text === next ? [] : [pageChangeMessages.couponSettings[setting]({ before: text, after: next })];
  });
  const { code } = current;
  return changedFields.length > 0
    ? pageChangeMessages.coupon({ code, changes: changedFields })
    : pageChangeMessages.edited({ item: labels.coupon({ code }) });
}

export const normalizeCoupon = (coupon: Coupon): Coupon => ({
  ...coupon,
  code: normalizeCouponCode(coupon.code),
  ...(coupon.minimum ? { minimum: coupon.minimum.trim() || null } : {}),
  ...(coupon.note ? { note: cleanLine(coupon.note) || null } : {}),
});

export const couponsField: PageField<Config['validCoupons']> = {
  normalize: (coupons) => coupons.map(normalizeCoupon),
  validate: (config) => {
    const codes = config.validCoupons.map(({ code }) => code);
    return [
      ['validCoupons', findCouponCountProblem(config.validCoupons)],
      ...config.validCoupons.map((coupon, index): FieldCheck => [
        `validCoupons.${index}`,
        codes.indexOf(coupon.code) < index
          ? pageRuleMessages.coupons.duplicate({ code: coupon.code })
          : validateCoupon(coupon, config),
      ]),
    ];
  },
  describe: ({ before, after }, configs) => {
    const changes = listChanges(before, after, isDeepEqual, ({ code }) => code);
    return [
      ...changes.changed.map((pair) => describeCouponChange(pair, configs)),
      ...describeListChanges(changes, ({ code }) => labels.coupon({ code }), labels.coupons),
    ];
  },
};

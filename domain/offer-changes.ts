import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { isDeepEqual } from './deep-equal.ts';
import {
  describeChange,
  describePresence,
  describeListChanges,
  quoteText,
  describeToggle,
  type ConfigPair,
} from './describe-change.ts';
import { listChanges } from './list-changes.ts';
import { getOptionName, type CountdownEnd, type PriceOption } from './offer.ts';
import { isTimeZone } from './time-zone.ts';
import { formatShortZonedTime, getZoneCity } from './zoned-time.ts';

type Config = CheckoutPageConfig;

/** `30 Nov 2026, 18:00 Berlin time`. */
function formatInstant(instant: string | null | undefined, { timeZone }: Config, emptyText: string): string {
  if (!instant) return emptyText;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return `${formatShortZonedTime(new Date(instant), zone)} ${zone === 'UTC' ? zone : `${getZoneCity(zone)} time`}`;
}

/** `Closes never → 30 Nov 2026, 18:00 Berlin time`. A change of only the time zone has its own line. */
function describeInstantChange(
  { before, after }: ConfigPair,
  label: string,
  emptyText: string,
  getInstant: (config: Config) => string | null,
): string[] {
  if (getInstant(before) === getInstant(after)) return [];
  const [previous, current] = [before, after].map((config) => formatInstant(getInstant(config), config, emptyText));
  return [`${label} ${previous} → ${current}`];
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

function describeOptionChanges(configs: ConfigPair): string[] {
  const [before, after] = [configs.before.priceOptions.others, configs.after.priceOptions.others];
  const changes = listChanges(before, after, isDeepEqual, ({ id }) => id);
  return [
    ...describeChange('Name of the first price', configs, ({ priceOptions: { baseName } }) =>
      baseName ? quoteText(baseName) : 'none',
    ),
    ...changes.changed.map(describeOptionChange),
    ...describeListChanges(changes, (option) => `Price ${quoteText(getOptionName(option))}`, 'Prices'),
  ];
}

const describePayWhatYouWantChanges = (configs: ConfigPair): string[] => [
  ...describeToggle(configs, ({ payWhatYouWant }) => payWhatYouWant.enabled, [
    'Buyers now pay what they want',
    'Buyers no longer pay what they want',
  ]),
  ...describeChange('Minimum amount', configs, ({ payWhatYouWant }) => payWhatYouWant.minimum || 'none'),
  ...describeChange('Maximum amount', configs, ({ payWhatYouWant }) => payWhatYouWant.maximum || 'none'),
  ...describeChange('Suggested amounts', configs, ({ payWhatYouWant }) => payWhatYouWant.presets.join(', ') || 'none'),
];

export const describeOfferContentChanges = (configs: ConfigPair): string[] => [
  ...describeOptionChanges(configs),
  ...describePayWhatYouWantChanges(configs),
];

const COUNTDOWN_END_LABELS: Record<CountdownEnd, string> = {
  nothing: 'nothing happens',
  close: 'the page closes',
  price: 'the price changes',
};

const describeCountdownChanges = (configs: ConfigPair): string[] => [
  ...describeToggle(configs, ({ countdown }) => countdown.enabled, [
    'Countdown now shown',
    'Countdown no longer shown',
  ]),
  ...describeInstantChange(configs, 'Countdown ends', 'never', ({ countdown }) => countdown.endsAt),
  ...describePresence(configs, 'Countdown text', ({ countdown }) => countdown.text),
  ...describePresence(configs, 'Text after the countdown', ({ countdown }) => countdown.textAfter),
  ...describeChange('After the countdown', configs, ({ countdown }) => COUNTDOWN_END_LABELS[countdown.atEnd]),
  ...describeChange('Price after the countdown', configs, ({ countdown }) => countdown.priceAfter || 'none'),
];

const describeAvailabilityChanges = (configs: ConfigPair): string[] => [
  ...describeInstantChange(configs, 'Opens', 'at once', ({ availability }) => availability.opensAt),
  ...describeInstantChange(configs, 'Closes', 'never', ({ availability }) => availability.closesAt),
  ...describeChange('Stock', configs, ({ availability }) => String(availability.stock ?? 'without end')),
  ...describeToggle(configs, ({ availability }) => availability.showStock, [
    'What is left is now shown',
    'What is left is no longer shown',
  ]),
  ...describePresence(configs, 'Text before it opens', ({ availability }) => availability.earlyText),
  ...describePresence(configs, 'Text when closed', ({ availability }) => availability.closedText),
  ...describePresence(configs, 'Text when sold out', ({ availability }) => availability.soldOutText),
];

function describeEmbeddingChanges({ before, after }: ConfigPair): string[] {
  const [previous, current] = [before.embedding.origins, after.embedding.origins];
  const changes = listChanges(previous, current, Object.is, (_, index) => index);
  return [
    ...changes.changed.map(
      ([oldOrigin, newOrigin]) => `Embedding on ${quoteText(oldOrigin)} → ${quoteText(newOrigin)}`,
    ),
    ...describeListChanges(changes, (origin) => `Embedding on ${quoteText(origin)}`, 'Embedding addresses'),
  ];
}

export const describeOfferSettingsChanges = (configs: ConfigPair): string[] => [
  ...describeCountdownChanges(configs),
  ...describeAvailabilityChanges(configs),
  ...describeChange('Time zone', configs, ({ timeZone }) => timeZone),
  ...describeEmbeddingChanges(configs),
];

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
function describeCouponChange([previous, current]: [Coupon, Coupon], { before, after }: ConfigPair): string {
  const texts = formatCouponFields(current, after);
  const changedFields = formatCouponFields(previous, before).flatMap(([label, text], index) => {
    const next = texts[index]?.[1] ?? '';
    return text === next ? [] : [`${label} ${text} → ${next}`.trim()];
  });
  return changedFields.length > 0
    ? `Coupon ${current.code}: ${changedFields.join(', ')}`
    : `Coupon ${current.code} changed`;
}

export function describeCouponChanges(configs: ConfigPair): string[] {
  const [before, after] = [configs.before.validCoupons, configs.after.validCoupons];
  const changes = listChanges(before, after, isDeepEqual, ({ code }) => code);
  return [
    ...changes.changed.map((pair) => describeCouponChange(pair, configs)),
    ...describeListChanges(changes, ({ code }) => `Coupon ${code}`, 'Coupons'),
  ];
}

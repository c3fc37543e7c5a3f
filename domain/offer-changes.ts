import { arrow, came, listLines, quote, switched, type Both } from './change-words.ts';
import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Coupon } from './coupon.ts';
import { listChanges } from './list-changes.ts';
import { optionName, type CountdownEnd, type PriceOption } from './offer.ts';
import { isSame } from './same.ts';
import { isTimeZone } from './time-zone.ts';
import { shortZonedText, zonePlace } from './zoned-time.ts';

type Config = CheckoutPageConfig;

/** `30 Nov 2026, 18:00 Berlin time`. */
function momentText(moment: string | null | undefined, { timeZone }: Config, none: string): string {
  if (!moment) return none;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return `${shortZonedText(new Date(moment), zone)} ${zone === 'UTC' ? zone : `${zonePlace(zone)} time`}`;
}

/** `Closes never → 30 Nov 2026, 18:00 Berlin time`. A change of only the time zone has its own line. */
function momentChange(
  { before, after }: Both,
  what: string,
  none: string,
  momentOf: (config: Config) => string | null,
): string[] {
  if (momentOf(before) === momentOf(after)) return [];
  const [old, now] = [before, after].map((config) => momentText(momentOf(config), config, none));
  return [`${what} ${old} → ${now}`];
}

const billingOf = ({ paymentType, billingFrequency }: PriceOption): string =>
  paymentType === 'one-time' ? 'one-time' : billingFrequency;
const offered = (option: PriceOption): string => `${option.price || 'no price'} ${billingOf(option)}`;

function optionChange([old, now]: [PriceOption, PriceOption]): string {
  const [before, after] = [optionName(old), optionName(now)];
  if (offered(old) !== offered(now)) return `Price ${quote(after)}: ${offered(old)} → ${offered(now)}`;
  return before === after ? `Price ${quote(after)} changed` : `Price ${quote(before)} → ${quote(after)}`;
}

function optionChanges(both: Both): string[] {
  const [before, after] = [both.before.priceOptions.others, both.after.priceOptions.others];
  const changes = listChanges(before, after, isSame, ({ id }) => id);
  return [
    ...arrow('Name of the first price', both, ({ priceOptions: { baseName } }) =>
      baseName ? quote(baseName) : 'none',
    ),
    ...changes.changed.map(optionChange),
    ...listLines(changes, (option) => `Price ${quote(optionName(option))}`, 'Prices'),
  ];
}

const ownAmountChanges = (both: Both): string[] => [
  ...switched(both, ({ payWhatYouWant }) => payWhatYouWant.enabled, [
    'Buyers now pay what they want',
    'Buyers no longer pay what they want',
  ]),
  ...arrow('Minimum amount', both, ({ payWhatYouWant }) => payWhatYouWant.minimum || 'none'),
  ...arrow('Maximum amount', both, ({ payWhatYouWant }) => payWhatYouWant.maximum || 'none'),
  ...arrow('Suggested amounts', both, ({ payWhatYouWant }) => payWhatYouWant.presets.join(', ') || 'none'),
];

export const offerContentChanges = (both: Both): string[] => [
  ...optionChanges(both),
  ...ownAmountChanges(both),
];

const END_WORDS: Record<CountdownEnd, string> = {
  nothing: 'nothing happens',
  close: 'the page closes',
  price: 'the price changes',
};

const countdownChanges = (both: Both): string[] => [
  ...switched(both, ({ countdown }) => countdown.enabled, [
    'Countdown now shown',
    'Countdown no longer shown',
  ]),
  ...momentChange(both, 'Countdown ends', 'never', ({ countdown }) => countdown.endsAt),
  ...came(both, 'Countdown text', ({ countdown }) => countdown.text),
  ...came(both, 'Text after the countdown', ({ countdown }) => countdown.textAfter),
  ...arrow('After the countdown', both, ({ countdown }) => END_WORDS[countdown.atEnd]),
  ...arrow('Price after the countdown', both, ({ countdown }) => countdown.priceAfter || 'none'),
];

const availabilityChanges = (both: Both): string[] => [
  ...momentChange(both, 'Opens', 'at once', ({ availability }) => availability.opensAt),
  ...momentChange(both, 'Closes', 'never', ({ availability }) => availability.closesAt),
  ...arrow('Stock', both, ({ availability }) => String(availability.stock ?? 'without end')),
  ...switched(both, ({ availability }) => availability.showStock, [
    'What is left is now shown',
    'What is left is no longer shown',
  ]),
  ...came(both, 'Text before it opens', ({ availability }) => availability.earlyText),
  ...came(both, 'Text when closed', ({ availability }) => availability.closedText),
  ...came(both, 'Text when sold out', ({ availability }) => availability.soldOutText),
];

function embeddingChanges({ before, after }: Both): string[] {
  const [old, now] = [before.embedding.origins, after.embedding.origins];
  const changes = listChanges(old, now, Object.is, (_, index) => index);
  return [
    ...changes.changed.map(([one, other]) => `Embedding on ${quote(one)} → ${quote(other)}`),
    ...listLines(changes, (origin) => `Embedding on ${quote(origin)}`, 'Embedding addresses'),
  ];
}

export const offerSettingsChanges = (both: Both): string[] => [
  ...countdownChanges(both),
  ...availabilityChanges(both),
  ...arrow('Time zone', both, ({ timeZone }) => timeZone),
  ...embeddingChanges(both),
];

const discountOf = ({ discount, type }: Coupon, { currency }: Config): string =>
  type === 'percentage' ? `${discount} %` : `${discount} ${currency}`;

/** All coupon properties except the code, in the order of the form. */
const couponTexts = (coupon: Coupon, config: Config): [what: string, text: string][] => [
  ['', discountOf(coupon, config)],
  ['starts', momentText(coupon.startsAt, config, 'at once')],
  ['ends', momentText(coupon.endsAt, config, 'never')],
  ['uses', String(coupon.limit ?? 'without limit')],
  ['uses per buyer', String(coupon.perBuyer ?? 'without limit')],
  ['least price', coupon.minimum || 'any'],
];

/** `Coupon TEN: 10 % → 15 %, ends never → 30 Nov 2026, 18:00 UTC`: one line for all differences. */
function couponChange([old, now]: [Coupon, Coupon], { before, after }: Both): string {
  const texts = couponTexts(now, after);
  const parts = couponTexts(old, before).flatMap(([what, text], place) => {
    const next = texts[place]?.[1] ?? '';
    return text === next ? [] : [`${what} ${text} → ${next}`.trim()];
  });
  return parts.length > 0 ? `Coupon ${now.code}: ${parts.join(', ')}` : `Coupon ${now.code} changed`;
}

export function couponLines(both: Both): string[] {
  const [before, after] = [both.before.validCoupons, both.after.validCoupons];
  const changes = listChanges(before, after, isSame, ({ code }) => code);
  return [
    ...changes.changed.map((pair) => couponChange(pair, both)),
    ...listLines(changes, ({ code }) => `Coupon ${code}`, 'Coupons'),
  ];
}

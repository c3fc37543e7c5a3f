import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { FIELD_KINDS } from '#domain/custom-field.ts';
import { FACES } from '#domain/fonts.ts';
import { COUNTDOWN_ENDS } from '#domain/offer.ts';

/** Marks a value that is missing or has an outdated shape. */
const UNREADABLE = Symbol('unreadable');

/** Converts a stored value to its current shape. `fallback` is the value of the open page, if it has one. */
type Read = (stored: unknown, fallback?: unknown) => unknown;

const when =
  (isReadable: (stored: unknown) => boolean): Read =>
  (stored) =>
    isReadable(stored) ? stored : UNREADABLE;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = when((value) => typeof value === 'string');
const isSwitch = when((value) => typeof value === 'boolean');
const isNumber = when(Number.isFinite);
const orNull =
  (read: Read): Read =>
  (stored) =>
    stored === null ? null : read(stored);
const isMaybeText = orNull(isText);
const oneOf = (...values: readonly string[]): Read =>
  when((value) => typeof value === 'string' && values.includes(value));
const listOf =
  (read: Read): Read =>
  (stored) => {
    if (!Array.isArray(stored)) return UNREADABLE;
    const items = stored.map((item) => read(item));
    return items.includes(UNREADABLE) ? UNREADABLE : items;
  };

type Parts = Record<string, Read>;

/** Reads an object with exactly these keys. A missing or unreadable key takes the value of the open page. */
const withParts =
  (parts: Parts, optional: Parts = {}): Read =>
  (stored, fallback) => {
    if (!isRecord(stored)) return UNREADABLE;
    const known = isRecord(fallback) ? fallback : {};
    const read: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(parts)) {
      const value = part(stored[key], known[key]);
      read[key] = value === UNREADABLE && key in known ? known[key] : value;
      if (read[key] === UNREADABLE) return UNREADABLE;
    }
    for (const [key, part] of Object.entries(optional)) {
      if (stored[key] === undefined) continue;
      read[key] = orNull(part)(stored[key]);
      if (read[key] === UNREADABLE) return UNREADABLE;
    }
    return read;
  };

const PAYMENT = {
  paymentType: oneOf('one-time', 'subscription'),
  billingFrequency: oneOf('weekly', 'monthly', 'yearly'),
};

const PARTS: Record<keyof CheckoutPageConfig, Read> = {
  layout: oneOf('classic', 'modern', 'minimal'),
  logo: isMaybeText,
  logoPosition: oneOf('top-left', 'top-center', 'above-product'),
  productName: isText,
  description: isText,
  productImage: isMaybeText,
  price: isText,
  currency: when((value) => typeof value === 'string' && isCurrencyCode(value)),
  ...PAYMENT,
  features: listOf(isText),
  testimonials: withParts({
    enabled: isSwitch,
    items: listOf(withParts({ name: isText, rating: isNumber, text: isText }, { role: isText })),
  }),
  accentColor: isText,
  buttonText: isText,
  successMessage: isText,
  enableCoupon: isSwitch,
  validCoupons: listOf(
    withParts(
      { code: isText, discount: isNumber, type: oneOf('percentage', 'fixed') },
      { startsAt: isText, endsAt: isText, limit: isNumber, perBuyer: isNumber, minimum: isText },
    ),
  ),
  customSlug: isText,
  requireTerms: isSwitch,
  termsUrl: isText,
  privacyUrl: isText,
  fonts: withParts({ heading: oneOf(...FACES), body: oneOf(...FACES) }),
  customFields: listOf(
    withParts({
      id: isText,
      kind: oneOf(...FIELD_KINDS),
      name: isText,
      label: isText,
      help: isText,
      required: isSwitch,
      choices: listOf(isText),
      min: isText,
      max: isText,
    }),
  ),
  priceOptions: withParts({
    baseName: isText,
    others: listOf(withParts({ id: isText, name: isText, price: isText, ...PAYMENT })),
  }),
  payWhatYouWant: withParts({ enabled: isSwitch, minimum: isText, maximum: isText, presets: listOf(isText) }),
  countdown: withParts({
    enabled: isSwitch,
    endsAt: isMaybeText,
    text: isText,
    textAfter: isText,
    atEnd: oneOf(...COUNTDOWN_ENDS),
    priceAfter: isText,
  }),
  availability: withParts({
    opensAt: isMaybeText,
    closesAt: isMaybeText,
    stock: orNull(isNumber),
    showStock: isSwitch,
    earlyText: isText,
    closedText: isText,
    soldOutText: isText,
  }),
  timeZone: isText,
  embedding: withParts({ origins: listOf(isText) }),
};
const readParts = withParts(PARTS);

/**
 * Converts a stored config to the current shape; returns null if it is none. Keys may have changed in a deployment
 * since: unreadable values come from the open page, so the other changes survive. The server validates every draft.
 */
export function restoreConfig(stored: unknown, opened: CheckoutPageConfig): CheckoutPageConfig | null {
  if (!isRecord(stored) || Object.keys(PARTS).every((key) => !(key in stored))) return null;
  return readParts(stored, opened) as CheckoutPageConfig;
}

/** Returns the keys of a stored patch that can be read today. */
export function restorePatch(stored: unknown, opened: CheckoutPageConfig): Partial<CheckoutPageConfig> {
  if (!isRecord(stored)) return {};
  const restored = readParts(stored, opened) as CheckoutPageConfig;
  return Object.fromEntries(Object.entries(restored).filter(([key]) => key in stored));
}

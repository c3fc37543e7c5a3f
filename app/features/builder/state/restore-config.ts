import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { FIELD_KINDS } from '#domain/custom-field.ts';
import { FONT_FAMILIES } from '#domain/fonts.ts';
import { COUNTDOWN_ENDS } from '#domain/offer.ts';

/** Marks a value that is missing or has an outdated shape. */
const UNREADABLE = Symbol('unreadable');

/** Converts a stored value to its current shape. `fallback` is the value of the open page, if it has one. */
type Reader = (stored: unknown, fallback?: unknown) => unknown;

const readIf =
  (isReadable: (stored: unknown) => boolean): Reader =>
  (stored) =>
    isReadable(stored) ? stored : UNREADABLE;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readText = readIf((value) => typeof value === 'string');
const readBoolean = readIf((value) => typeof value === 'boolean');
const readNumber = readIf(Number.isFinite);
const readNullable =
  (reader: Reader): Reader =>
  (stored) =>
    stored === null ? null : reader(stored);
const readNullableText = readNullable(readText);
const readOneOf = (...values: readonly string[]): Reader =>
  readIf((value) => typeof value === 'string' && values.includes(value));
const readListOf =
  (reader: Reader): Reader =>
  (stored) => {
    if (!Array.isArray(stored)) return UNREADABLE;
    const items = stored.map((item) => reader(item));
    return items.includes(UNREADABLE) ? UNREADABLE : items;
  };

type Shape = Record<string, Reader>;

/** Reads an object with exactly these keys. A missing or unreadable key takes the value of the open page. */
const readObject =
  (shape: Shape, optional: Shape = {}): Reader =>
  (stored, fallback) => {
    if (!isRecord(stored)) return UNREADABLE;
    const fallbackRecord = isRecord(fallback) ? fallback : {};
    const result: Record<string, unknown> = {};
    for (const [key, reader] of Object.entries(shape)) {
      const value = reader(stored[key], fallbackRecord[key]);
      result[key] = value === UNREADABLE && key in fallbackRecord ? fallbackRecord[key] : value;
      if (result[key] === UNREADABLE) return UNREADABLE;
    }
    for (const [key, reader] of Object.entries(optional)) {
      if (stored[key] === undefined) continue;
      result[key] = readNullable(reader)(stored[key]);
      if (result[key] === UNREADABLE) return UNREADABLE;
    }
    return result;
  };

const PAYMENT = {
  paymentType: readOneOf('one-time', 'subscription'),
  billingFrequency: readOneOf('weekly', 'monthly', 'yearly'),
};

const CONFIG_SHAPE: Record<keyof CheckoutPageConfig, Reader> = {
  layout: readOneOf('classic', 'modern', 'minimal'),
  logo: readNullableText,
  logoPosition: readOneOf('top-left', 'top-center', 'above-product'),
  productName: readText,
  description: readText,
  productImage: readNullableText,
  price: readText,
  currency: readIf((value) => typeof value === 'string' && isCurrencyCode(value)),
  ...PAYMENT,
  features: readListOf(readText),
  testimonials: readObject({
    enabled: readBoolean,
    items: readListOf(readObject({ name: readText, rating: readNumber, text: readText }, { role: readText })),
  }),
  accentColor: readText,
  buttonText: readText,
  successMessage: readText,
  enableCoupon: readBoolean,
  validCoupons: readListOf(
    readObject(
      { code: readText, discount: readNumber, type: readOneOf('percentage', 'fixed') },
      { startsAt: readText, endsAt: readText, limit: readNumber, perBuyer: readNumber, minimum: readText },
    ),
  ),
  customSlug: readText,
  requireTerms: readBoolean,
  termsUrl: readText,
  privacyUrl: readText,
  fonts: readObject({ heading: readOneOf(...FONT_FAMILIES), body: readOneOf(...FONT_FAMILIES) }),
  customFields: readListOf(
    readObject({
      id: readText,
      kind: readOneOf(...FIELD_KINDS),
      name: readText,
      label: readText,
      help: readText,
      required: readBoolean,
      choices: readListOf(readText),
      min: readText,
      max: readText,
    }),
  ),
  priceOptions: readObject({
    baseName: readText,
    others: readListOf(readObject({ id: readText, name: readText, price: readText, ...PAYMENT })),
  }),
  payWhatYouWant: readObject({
    enabled: readBoolean,
    minimum: readText,
    maximum: readText,
    presets: readListOf(readText),
  }),
  countdown: readObject({
    enabled: readBoolean,
    endsAt: readNullableText,
    text: readText,
    textAfter: readText,
    atEnd: readOneOf(...COUNTDOWN_ENDS),
    priceAfter: readText,
  }),
  availability: readObject({
    opensAt: readNullableText,
    closesAt: readNullableText,
    stock: readNullable(readNumber),
    showStock: readBoolean,
    earlyText: readText,
    closedText: readText,
    soldOutText: readText,
  }),
  timeZone: readText,
  embedding: readObject({ origins: readListOf(readText) }),
};
const readConfig = readObject(CONFIG_SHAPE);

/**
 * Converts a stored config to the current shape; returns null if it is none. Keys may have changed in a deployment
 * since: unreadable values come from the open page, so the other changes survive. The server validates every draft.
 */
export function restoreConfig(stored: unknown, openConfig: CheckoutPageConfig): CheckoutPageConfig | null {
  if (!isRecord(stored) || Object.keys(CONFIG_SHAPE).every((key) => !(key in stored))) return null;
  return readConfig(stored, openConfig) as CheckoutPageConfig;
}

/** Returns the keys of a stored patch that can be read today. */
export function restorePatch(stored: unknown, openConfig: CheckoutPageConfig): Partial<CheckoutPageConfig> {
  if (!isRecord(stored)) return {};
  const restored = readConfig(stored, openConfig) as CheckoutPageConfig;
  return Object.fromEntries(Object.entries(restored).filter(([key]) => key in stored));
}

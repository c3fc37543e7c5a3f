import type { z } from 'zod';

import { type Coupon as StoredCoupon, CheckoutPageConfig } from '../checkout-page-schema.ts';
import { createAddedFields, createPaymentTerms } from '../checkout-page.ts';
import { getCurrency } from '../currencies.ts';
import { AppError } from '../errors.ts';
import { formatAmount, parsePrice } from '../money.ts';
import type { CouponInput, NewPageConfig, PageConfigChange, PageConfigResource } from './page-resources.ts';

// Converts configs between the screens, where amounts are typed texts, and programs, where they are minor units.

type Config = z.infer<typeof CheckoutPageConfig>;
type Coupon = z.infer<typeof StoredCoupon>;
type PublicCoupon = z.infer<typeof CouponInput>;

/** Null for an empty or unfinished text. */
export function toMinorUnits(text: string, currency: string): number | null {
  const parsed = parsePrice(text.trim(), currency);
  return 'amount' in parsed ? parsed.amount : null;
}

/** Throws AppError 'invalid_request' for an amount that the currency does not have, such as 150 in UGX. */
export function toAmountText(amount: number | null | undefined, currency: string, path: string): string {
  if (amount === null || amount === undefined) return '';
  const { step } = getCurrency(currency);
  if (amount % step === 0) return formatAmount(amount, currency);
  const message = `Must be a multiple of ${step} in ${currency}.`;
  throw new AppError('invalid_request', { facts: { problems: [{ path, code: 'invalid_amount', message }] } });
}

const PUBLIC_PAYMENT_TYPES = {
  'one-time': 'one_time',
  subscription: 'subscription',
  'payment-plan': 'payment_plan',
} as const;
const PAYMENT_TYPES = { one_time: 'one-time', subscription: 'subscription', payment_plan: 'payment-plan' } as const;

const LOGO_POSITIONS = { top_left: 'top-left', top_center: 'top-center', above_product: 'above-product' } as const;
const PUBLIC_LOGO_POSITIONS = {
  'top-left': 'top_left',
  'top-center': 'top_center',
  'above-product': 'above_product',
} as const;

const BUMP_POSITIONS = { above_button: 'above-button', under_price: 'under-price' } as const;
const PUBLIC_BUMP_POSITIONS = { 'above-button': 'above_button', 'under-price': 'under_price' } as const;

export const toPublicCoupon = (coupon: Coupon, currency: string): Required<PublicCoupon> => ({
  code: coupon.code,
  percentOff: coupon.type === 'percentage' ? coupon.discount : null,
  amountOff: coupon.type === 'fixed' ? toMinorUnits(String(coupon.discount), currency) : null,
  startsAt: coupon.startsAt ?? null,
  endsAt: coupon.endsAt ?? null,
  maxUses: coupon.limit ?? null,
  maxUsesPerBuyer: coupon.perBuyer ?? null,
  minimumAmount: coupon.minimum ? toMinorUnits(coupon.minimum, currency) : null,
  scope: coupon.scope ?? 'product',
  payments: coupon.payments ?? null,
  buyers: coupon.buyers ?? null,
  buyersOfPageId: coupon.buyersOf ?? null,
  paused: coupon.paused ?? false,
  note: coupon.note ?? null,
  batch: coupon.batch ?? false,
});

export const fromPublicCoupon = (coupon: PublicCoupon, currency: string, path = ''): Coupon => ({
  code: coupon.code,
  ...(typeof coupon.amountOff === 'number'
    ? { type: 'fixed', discount: Number(toAmountText(coupon.amountOff, currency, `${path}amountOff`)) }
    : { type: 'percentage', discount: coupon.percentOff ?? 0 }),
  startsAt: coupon.startsAt ?? null,
  endsAt: coupon.endsAt ?? null,
  limit: coupon.maxUses ?? null,
  perBuyer: coupon.maxUsesPerBuyer ?? null,
  minimum: toAmountText(coupon.minimumAmount, currency, `${path}minimumAmount`) || null,
  ...(coupon.scope === 'all' ? { scope: 'all' } : {}),
  ...(coupon.payments ? { payments: coupon.payments } : {}),
  ...(coupon.buyers ? { buyers: coupon.buyers } : {}),
  ...(coupon.buyersOfPageId ? { buyersOf: coupon.buyersOfPageId } : {}),
  ...(coupon.paused ? { paused: true } : {}),
  ...(coupon.note ? { note: coupon.note } : {}),
  ...(coupon.batch ? { batch: true } : {}),
});

const toPublicBumps = ({ position, items }: Config['bumps'], currency: string): PageConfigResource['bumps'] => ({
  position: PUBLIC_BUMP_POSITIONS[position],
  items: items.map((bump) => ({
    ...bump,
    price: toMinorUnits(bump.price, currency),
    regularPrice: toMinorUnits(bump.regularPrice, currency),
    billing: bump.billing === 'one-time' ? 'one_time' : 'with_price',
  })),
});

/** The config as the API shows it. */
export function toPageConfig(config: Config): PageConfigResource {
  const { price, paymentType, billingFrequency, logoPosition, enableCoupon, validCoupons, customSlug, ...rest } =
    config;
  const { requireTerms, priceOptions, payWhatYouWant, countdown, bumps, quantity, paymentTerms, bundle, ...same } =
    rest;
  const minorUnits = (text: string) => toMinorUnits(text, config.currency);
  const toTerms = (terms: Config['paymentTerms']) => ({ ...terms, setupFee: minorUnits(terms.setupFee) });
  const { atEnd, priceAfter, ...countdownFields } = countdown;
  return {
    ...same,
    price: minorUnits(price),
    paymentType: PUBLIC_PAYMENT_TYPES[paymentType],
    billingInterval: billingFrequency,
    paymentTerms: toTerms(paymentTerms),
    logoPosition: PUBLIC_LOGO_POSITIONS[logoPosition],
    couponsEnabled: enableCoupon,
    coupons: validCoupons.map((coupon) => toPublicCoupon(coupon, config.currency)),
    slug: customSlug,
    termsRequired: requireTerms,
    priceOptions: {
      baseName: priceOptions.baseName,
      others: priceOptions.others.map((option) => ({
        id: option.id,
        name: option.name,
        price: minorUnits(option.price),
        paymentType: PUBLIC_PAYMENT_TYPES[option.paymentType],
        billingInterval: option.billingFrequency,
        paymentTerms: toTerms(option.paymentTerms ?? createPaymentTerms()),
      })),
    },
    payWhatYouWant: {
      enabled: payWhatYouWant.enabled,
      minimum: minorUnits(payWhatYouWant.minimum),
      maximum: minorUnits(payWhatYouWant.maximum),
      presets: payWhatYouWant.presets.flatMap((preset) => minorUnits(preset) ?? []),
    },
    countdown: { ...countdownFields, afterEnd: atEnd, priceAfter: minorUnits(priceAfter) },
    quantity: {
      ...quantity,
      tiers: quantity.tiers.map(({ from, price: tierPrice, optionPrices }) => ({
        from,
        price: minorUnits(tierPrice),
        optionPrices: Object.fromEntries(
          Object.entries(optionPrices).flatMap(([id, text]) => {
            const amount = minorUnits(text);
            return amount === null ? [] : [[id, amount]];
          }),
        ),
      })),
    },
    bundle: { items: bundle.items.map(({ pageId, optionId }) => ({ pageId, priceOptionId: optionId })) },
    bumps: toPublicBumps(bumps, config.currency),
  };
}

type Converters = {
  [Key in keyof PageConfigResource]?: (value: PageConfigResource[Key], currency: string) => Partial<Config>;
};

const toStoredTerms = (terms: PageConfigResource['paymentTerms'], currency: string, path: string) => ({
  ...terms,
  setupFee: toAmountText(terms.setupFee, currency, `${path}.setupFee`),
});

/** Fields that differ between programs and screens. */
const CONVERTERS: Converters = {
  price: (price, currency) => ({ price: toAmountText(price, currency, 'config.price') }),
  paymentType: (type) => ({ paymentType: PAYMENT_TYPES[type] }),
  billingInterval: (billingFrequency) => ({ billingFrequency }),
  logoPosition: (position) => ({ logoPosition: LOGO_POSITIONS[position] }),
  couponsEnabled: (enableCoupon) => ({ enableCoupon }),
  coupons: (coupons, currency) => ({
    validCoupons: coupons.map((coupon, at) => fromPublicCoupon(coupon, currency, `config.coupons.${at}.`)),
  }),
  slug: (customSlug) => ({ customSlug }),
  termsRequired: (requireTerms) => ({ requireTerms }),
  priceOptions: ({ baseName, others }, currency) => ({
    priceOptions: {
      baseName,
      others: others.map((option, at) => ({
        id: option.id,
        name: option.name,
        price: toAmountText(option.price, currency, `config.priceOptions.others.${at}.price`),
        paymentType: PAYMENT_TYPES[option.paymentType],
        billingFrequency: option.billingInterval,
        ...(option.paymentTerms
          ? {
              paymentTerms: toStoredTerms(
                option.paymentTerms,
                currency,
                `config.priceOptions.others.${at}.paymentTerms`,
              ),
            }
          : {}),
      })),
    },
  }),
  paymentTerms: (terms, currency) => ({ paymentTerms: toStoredTerms(terms, currency, 'config.paymentTerms') }),
  payWhatYouWant: ({ enabled, minimum, maximum, presets }, currency) => ({
    payWhatYouWant: {
      enabled,
      minimum: toAmountText(minimum, currency, 'config.payWhatYouWant.minimum'),
      maximum: toAmountText(maximum, currency, 'config.payWhatYouWant.maximum'),
      presets: presets.map((preset, at) => toAmountText(preset, currency, `config.payWhatYouWant.presets.${at}`)),
    },
  }),
  countdown: ({ afterEnd, priceAfter, ...countdown }, currency) => ({
    countdown: {
      ...countdown,
      atEnd: afterEnd,
      priceAfter: toAmountText(priceAfter, currency, 'config.countdown.priceAfter'),
    },
  }),
  quantity: (quantity, currency) => ({
    quantity: {
      ...quantity,
      tiers: quantity.tiers.map(({ from, price, optionPrices }, at) => ({
        from,
        price: toAmountText(price, currency, `config.quantity.tiers.${at}.price`),
        optionPrices: Object.fromEntries(
          Object.entries(optionPrices).map(([id, amount]) => [
            id,
            toAmountText(amount, currency, `config.quantity.tiers.${at}.optionPrices.${id}`),
          ]),
        ),
      })),
    },
  }),
  bundle: ({ items }) => ({
    bundle: { items: items.map(({ pageId, priceOptionId }) => ({ pageId, optionId: priceOptionId })) },
  }),
  bumps: ({ items, position }, currency) => ({
    bumps: {
      position: BUMP_POSITIONS[position],
      items: items.map((bump, at) => ({
        ...bump,
        price: toAmountText(bump.price, currency, `config.bumps.items.${at}.price`),
        regularPrice: toAmountText(bump.regularPrice, currency, `config.bumps.items.${at}.regularPrice`),
        billing: bump.billing === 'one_time' ? 'one-time' : 'with-price',
      })),
    },
  }),
};

/** Applies the sent fields to a stored config. Throws AppError 'invalid_request'. */
export function applyPageConfig(stored: Config, change: PageConfigChange): Config {
  const currency = change.currency ?? stored.currency;
  const changes = Object.entries(change).flatMap(([name, value]) => {
    const convert = CONVERTERS[name as keyof PageConfigResource] as
      | ((value: unknown, currency: string) => object)
      | undefined;
    return value === undefined ? [] : [convert ? convert(value, currency) : { [name]: value }];
  });
  return Object.assign({}, stored, ...changes) as Config;
}

/** Converts a whole config. Fields that it lacks get their defaults. Throws AppError 'invalid_request'. */
export const fromPageConfig = (empty: Config, config: z.infer<typeof NewPageConfig>): Config =>
  applyPageConfig({ ...empty, ...createAddedFields() }, config as PageConfigChange);

/** Names of the screens' fields for programs. */
const PUBLIC_FIELD_NAMES: Readonly<Record<string, string>> = {
  customSlug: 'slug',
  validCoupons: 'coupons',
  enableCoupon: 'couponsEnabled',
  requireTerms: 'termsRequired',
  billingFrequency: 'billingInterval',
  atEnd: 'afterEnd',
};

/** Path of a field that the screens name. Fields of a config have their path in the body of a request; the slug has its own. */
export function toPublicPath(field: string): string {
  const names = field.split('.');
  const path = names.map((name) => PUBLIC_FIELD_NAMES[name] ?? name).join('.');
  const isInConfig = field !== 'customSlug' && Object.hasOwn(CheckoutPageConfig.shape, names[0] ?? '');
  return isInConfig ? `config.${path}` : path;
}

/** Name of a coupon's field for programs. */
export function toPublicCouponField({ type }: Coupon, field: keyof Coupon): keyof PublicCoupon {
  if (field === 'discount' || field === 'type') return type === 'fixed' ? 'amountOff' : 'percentOff';
  if (field === 'limit') return 'maxUses';
  if (field === 'perBuyer') return 'maxUsesPerBuyer';
  if (field === 'buyersOf') return 'buyersOfPageId';
  return field === 'minimum' ? 'minimumAmount' : field;
}

import { builderCouponMessages } from '#content/messages/builder-coupons.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import {
  findCouponCountProblem,
  findCouponProblem,
  MAX_COUPON_PAYMENTS,
  MAX_COUPON_USES,
  type Coupon,
} from '#domain/coupon.ts';
import { cleanLine, normalizeCouponCode } from '#domain/text.ts';

const messages = builderCouponMessages.errors;

/** Form values of a coupon; limits are empty if they are not set. */
export type CouponFormValues = {
  code: string;
  discount: string;
  type: Coupon['type'];
  startsAt: string | null;
  endsAt: string | null;
  limit: string;
  perBuyer: string;
  minimum: string;
  scope: NonNullable<Coupon['scope']>;
  /** `several`: the first `payments` of a subscription. */
  duration: 'all' | 'first' | 'several';
  payments: string;
  buyers: 'all' | NonNullable<Coupon['buyers']>;
  /** Id of a page; empty if none is chosen. */
  buyersOf: string;
  note: string;
  /** `many`: generated codes that can be used once each. */
  codes: 'one' | 'many';
};

export type CouponParseResult = { coupon: Coupon; error?: undefined } | { coupon?: undefined; error: FieldError };
type FieldError = { field: keyof Coupon; message: string };

const toError = (field: keyof Coupon, message: string): CouponParseResult => ({
  error: { field, message },
});

export const EMPTY_COUPON: CouponFormValues = {
  code: '',
  discount: '',
  type: 'percentage',
  startsAt: null,
  endsAt: null,
  limit: '',
  perBuyer: '',
  minimum: '',
  scope: 'product',
  duration: 'all',
  payments: '',
  buyers: 'all',
  buyersOf: '',
  note: '',
  codes: 'one',
};

/** Returns whether nothing is typed in the form of a new coupon. */
export const isBlankCoupon = (values: CouponFormValues): boolean =>
  values.code.trim() === '' && values.discount.trim() === '' && !hasLimits(values);

const numberText = (number: number | null | undefined): string => String(number ?? '');

export const toCouponFormValues = (coupon: Coupon): CouponFormValues => ({
  code: coupon.code,
  discount: String(coupon.discount),
  type: coupon.type,
  startsAt: coupon.startsAt ?? null,
  endsAt: coupon.endsAt ?? null,
  limit: numberText(coupon.limit),
  perBuyer: numberText(coupon.perBuyer),
  minimum: coupon.minimum ?? '',
  scope: coupon.scope ?? 'product',
  duration: coupon.payments ? (coupon.payments === 1 ? 'first' : 'several') : 'all',
  payments: coupon.payments && coupon.payments > 1 ? String(coupon.payments) : '',
  buyers: coupon.buyers ?? 'all',
  buyersOf: coupon.buyersOf ?? '',
  note: coupon.note ?? '',
  codes: coupon.batch ? 'many' : 'one',
});

/** Returns whether anything among the limits is set. */
export const hasLimits = (values: CouponFormValues): boolean =>
  values.startsAt !== null ||
  values.endsAt !== null ||
  values.duration !== 'all' ||
  values.buyers !== 'all' ||
  [values.limit, values.perBuyer, values.minimum, values.note].some((text) => text !== '');

function validateCode(code: string, otherCoupons: readonly Coupon[]): FieldError | null {
  if (code === '') return { field: 'code', message: messages.codeMissing };
  const isDuplicate = otherCoupons.some((coupon) => coupon.code === code);
  return isDuplicate ? { field: 'code', message: messages.duplicate({ code }) } : null;
}

const isPaymentCount = (text: string): boolean =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) >= 2 && Number(text) <= MAX_COUPON_PAYMENTS;

/** Validates the numbers, which are texts in the form only. */
function validateNumbers(values: CouponFormValues): FieldError | null {
  for (const field of ['limit', 'perBuyer'] as const) {
    const text = values[field].trim();
    if (text === '' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_COUPON_USES)) continue;
    return { field, message: messages.uses };
  }
  return values.duration === 'several' && !isPaymentCount(values.payments)
    ? { field: 'payments', message: messages.payments({ max: MAX_COUPON_PAYMENTS }) }
    : null;
}

/** Returns only the limits that are set, so that a coupon without limits keeps its minimal stored form. */
function toLimits(values: CouponFormValues): Partial<Coupon> {
  const { startsAt, endsAt, limit, perBuyer, minimum, scope, codes } = values;
  const { duration, payments, buyers, buyersOf, note } = values;
  return {
    ...(startsAt === null ? {} : { startsAt }),
    ...(endsAt === null ? {} : { endsAt }),
    ...(limit.trim() === '' || codes === 'many' ? {} : { limit: Number(limit) }),
    ...(perBuyer.trim() === '' || codes === 'many' ? {} : { perBuyer: Number(perBuyer) }),
    ...(minimum.trim() === '' ? {} : { minimum: minimum.trim() }),
    ...(scope === 'product' ? {} : { scope }),
    ...(duration === 'all' ? {} : { payments: duration === 'first' ? 1 : Number(payments) }),
    ...(buyers === 'all' ? {} : { buyers }),
    ...(buyers === 'page' && buyersOf !== '' ? { buyersOf } : {}),
    ...(cleanLine(note) === '' ? {} : { note: cleanLine(note) }),
    ...(codes === 'many' ? { batch: true } : {}),
  };
}

/** Returns the coupon, or the first error with its field. `editedIndex` is the index of the coupon being edited. */
export function parseCoupon(
  values: CouponFormValues,
  config: CheckoutPageConfig,
  editedIndex: number | null = null,
): CouponParseResult {
  const code = normalizeCouponCode(values.code);
  const discount = values.discount.trim();
  const otherCoupons = config.validCoupons.filter((_, index) => index !== editedIndex);
  const codeError = validateCode(code, otherCoupons);
  if (codeError) return { error: codeError };
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(discount)) return toError('discount', messages.discount);
  const numberError = validateNumbers(values);
  if (numberError) return { error: numberError };
  const edited = editedIndex === null ? undefined : config.validCoupons[editedIndex];
  const coupon: Coupon = {
    code,
    discount: Number(discount),
    type: values.type,
    ...toLimits(values),
    ...(edited?.paused ? { paused: true } : {}),
  };
  const tooMany = findCouponCountProblem([...otherCoupons, coupon]);
  if (tooMany !== null) return toError('code', tooMany);
  const problem = findCouponProblem(coupon, config);
  return problem ? { error: problem } : { coupon };
}

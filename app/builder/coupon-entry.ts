import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { normalizeCouponCode } from '#domain/coupon-code.ts';
import { couponProblem, MAX_COUPONS, MAX_USES, type Coupon } from '#domain/coupon.ts';
import { parsePrice } from '#domain/money.ts';

/** Form values of a coupon; limits are empty if they are not set. */
export type CouponEntry = {
  code: string;
  discount: string;
  type: Coupon['type'];
  startsAt: string | null;
  endsAt: string | null;
  limit: string;
  perBuyer: string;
  minimum: string;
};

export type EntryPlace = Exclude<keyof CouponEntry, 'type'>;
export type CouponVerdict =
  | { coupon: Coupon; problem?: undefined }
  | { coupon?: undefined; problem: { at: EntryPlace; message: string } };

const refused = (at: EntryPlace, message: string): CouponVerdict => ({ problem: { at, message } });

export const EMPTY_COUPON: CouponEntry = {
  code: '',
  discount: '',
  type: 'percentage',
  startsAt: null,
  endsAt: null,
  limit: '',
  perBuyer: '',
  minimum: '',
};

const numberText = (number: number | null | undefined): string => String(number ?? '');

export const couponEntryOf = (coupon: Coupon): CouponEntry => ({
  code: coupon.code,
  discount: String(coupon.discount),
  type: coupon.type,
  startsAt: coupon.startsAt ?? null,
  endsAt: coupon.endsAt ?? null,
  limit: numberText(coupon.limit),
  perBuyer: numberText(coupon.perBuyer),
  minimum: coupon.minimum ?? '',
});

/** Returns whether any limit is set. */
export const isBounded = ({ startsAt, endsAt, limit, perBuyer, minimum }: CouponEntry): boolean =>
  startsAt !== null || endsAt !== null || limit !== '' || perBuyer !== '' || minimum !== '';

type Refusal = { at: EntryPlace; message: string };

function codeRefusal(code: string, others: readonly Coupon[]): Refusal | null {
  if (code === '') return { at: 'code', message: 'Type a code, for example WELCOME10' };
  if (others.length >= MAX_COUPONS)
    return { at: 'code', message: `A page can have at most ${MAX_COUPONS} coupons` };
  const isThere = others.some((coupon) => coupon.code === code);
  return isThere ? { at: 'code', message: `The code ${code} is there already` } : null;
}

function boundsRefusal(entry: CouponEntry, currency: string): Refusal | null {
  const { startsAt, endsAt } = entry;
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    return { at: 'endsAt', message: 'A coupon must end after it starts' };
  for (const at of ['limit', 'perBuyer'] as const) {
    const typed = entry[at].trim();
    if (typed === '' || (/^\d{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_USES))
      continue;
    return { at, message: 'Type a whole number from 1 to 1,000,000, or leave it empty' };
  }
  const least = entry.minimum.trim() === '' ? null : parsePrice(entry.minimum.trim(), currency);
  return least && 'problem' in least ? { at: 'minimum', message: least.problem } : null;
}

/** Returns only the limits that are set, so that a coupon without limits keeps its minimal stored form. */
function boundsOf({ startsAt, endsAt, limit, perBuyer, minimum }: CouponEntry): Partial<Coupon> {
  return {
    ...(startsAt === null ? {} : { startsAt }),
    ...(endsAt === null ? {} : { endsAt }),
    ...(limit.trim() === '' ? {} : { limit: Number(limit) }),
    ...(perBuyer.trim() === '' ? {} : { perBuyer: Number(perBuyer) }),
    ...(minimum.trim() === '' ? {} : { minimum: minimum.trim() }),
  };
}

/** Returns the coupon, or the first error with its field. `editedIndex` is the index of the coupon being edited. */
export function couponOfEntry(
  entry: CouponEntry,
  config: CheckoutPageConfig,
  place: number | null = null,
): CouponVerdict {
  const code = normalizeCouponCode(entry.code);
  const discount = entry.discount.trim();
  const refusal = codeRefusal(
    code,
    config.validCoupons.filter((_, index) => index !== place),
  );
  if (refusal) return { problem: refusal };
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(discount)) return refused('discount', 'Type a number, for example 10');
  const bounds = boundsRefusal(entry, config.currency);
  if (bounds) return { problem: bounds };
  const coupon: Coupon = { code, discount: Number(discount), type: entry.type, ...boundsOf(entry) };
  const message = couponProblem(coupon, config);
  return message === null
    ? { coupon }
    : refused(message.startsWith('A coupon code') ? 'code' : 'discount', message);
}

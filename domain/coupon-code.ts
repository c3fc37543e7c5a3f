/** Normalizes a coupon code for storage and comparison: trimmed, upper case. */
export const normalizeCouponCode = (typed: string): string => typed.trim().toUpperCase();

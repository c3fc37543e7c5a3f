/** Normalizes a coupon code for storage and comparison: trimmed, upper case. */
export const normalizeCouponCode = (input: string): string => input.trim().toUpperCase();

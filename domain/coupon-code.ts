/** A coupon code as it is stored and compared: without blanks around it, in upper case. */
export const normalizeCouponCode = (typed: string): string => typed.trim().toUpperCase();

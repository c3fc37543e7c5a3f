/** What the script needs for the totals of any quantity. Lists without names, because each page contains it. Minor units. */
export type OrderData = {
  /** Minor units in one unit of the currency, and the decimals that are shown. */
  currency: readonly [factor: number, decimals: number];
  /**
   * `least`: price of the product from which on the coupon applies. `fixed`: its amount, or null for a percentage, of which
   * `times` and `unit` are the doubled numerator and denominator. Without a coupon, `fixed` is 0.
   */
  coupon: readonly [least: number, fixed: number | null, times: number, unit: number, step: number];
  /** By `data-at`. `tiers`: price of one unit from a quantity on. `isTrial`: the first payment is due after a free trial. */
  prices: readonly (readonly [
    tiers: readonly (readonly [from: number, amount: number])[],
    /** By `data-with`: what the extras add to each payment, to the first one only, and to what the coupon lowers. */
    extras: Readonly<Record<string, readonly [each: number, first: number, lowered: number]>>,
    isTrial?: true,
  ])[];
};

/**
 * Calculates what `quoteOrder` does, with numbers only. `later`: each payment after the first one; `regular`: without the coupon.
 */
export function calculateOrder({ coupon, prices }: OrderData, at: number, bumps: string, quantity: number) {
  const [tiers = [], extras = {}, isTrial] = prices[at] ?? [];
  const [each = 0, first = 0, lowered = 0] = extras[bumps] ?? [];
  const [least, fixed, times, unit, step] = coupon;
  let line = 0;
  for (const [from, amount] of tiers) if (quantity >= from) line = amount * quantity;
  const scoped = line + lowered;
  // Rounds half up. A quotient of large numbers can be wrong; a remainder is exact.
  const doubled = scoped * times + unit / 2;
  const discount = line < least ? 0 : Math.min(scoped, fixed ?? ((doubled - (doubled % unit)) / unit) * step);
  const later = line + each - discount;
  return { line, discount, later, regular: line + each, total: first + (isTrial ? 0 : later) };
}

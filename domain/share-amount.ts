/**
 * Shares an amount in proportion to weights, by the largest remainder in steps of the currency; the earlier share wins a tie.
 * If all weights are zero, the shares are equal.
 */
export function shareAmount(amount: number, weights: readonly number[], step: number): number[] {
  const isWeighted = weights.some((weight) => weight > 0);
  const exactWeights = weights.map((weight) => BigInt(isWeighted ? weight : 1));
  const unit = exactWeights.reduce((sum, weight) => sum + weight, 0n) * BigInt(step);
  const shares = exactWeights.map((weight) => {
    const exact = BigInt(amount) * weight;
    return { amount: Number(exact / unit) * step, remainder: exact % unit };
  });
  let rest = amount - shares.reduce((total, share) => total + share.amount, 0);
  for (const share of shares.toSorted((one, other) => compare(other.remainder, one.remainder))) {
    if (rest === 0) break;
    share.amount += step;
    rest -= step;
  }
  return shares.map((share) => share.amount);
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

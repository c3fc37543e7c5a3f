import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { parsePrice, symbolText, totalProblem } from '#domain/money.ts';
import { amountBounds, MAX_PRESETS } from '#domain/offer.ts';

/** Returns why an amount cannot be added to the suggested amounts; null if it can. */
export function presetProblem(
  preset: string,
  config: Pick<CheckoutPageConfig, 'payWhatYouWant' | 'currency'>,
): string | null {
  const { presets } = config.payWhatYouWant;
  const { currency } = config;
  const parsed = parsePrice(preset, currency, 'amount');
  if ('problem' in parsed) return parsed.problem;
  const { least, most } = amountBounds(config);
  if (parsed.amount < least) return `That is less than the minimum of ${symbolText(least, currency)}`;
  if (most !== null && parsed.amount > most)
    return `That is more than the maximum of ${symbolText(most, currency)}`;
  const isThere = presets.some((one) => {
    const other = parsePrice(one, currency);
    return 'amount' in other && other.amount === parsed.amount;
  });
  if (isThere) return `${symbolText(parsed.amount, currency)} is there already`;
  if (presets.length >= MAX_PRESETS) return `A page can suggest at most ${MAX_PRESETS} amounts`;
  return totalProblem(parsed.amount, currency);
}

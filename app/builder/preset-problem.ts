import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { parsePrice, formatWithSymbol, validateTotal } from '#domain/money.ts';
import { getAmountLimits, MAX_PRESETS } from '#domain/offer.ts';

/** Returns why an amount cannot be added to the suggested amounts; null if it can. */
export function validatePreset(
  preset: string,
  config: Pick<CheckoutPageConfig, 'payWhatYouWant' | 'currency'>,
): string | null {
  const { presets } = config.payWhatYouWant;
  const { currency } = config;
  const parsed = parsePrice(preset, currency, 'amount');
  if ('error' in parsed) return parsed.error;
  const { least, most } = getAmountLimits(config);
  if (parsed.amount < least) return `That is less than the minimum of ${formatWithSymbol(least, currency)}`;
  if (most !== null && parsed.amount > most)
    return `That is more than the maximum of ${formatWithSymbol(most, currency)}`;
  const isDuplicate = presets.some((existing) => {
    const parsedExisting = parsePrice(existing, currency);
    return 'amount' in parsedExisting && parsedExisting.amount === parsed.amount;
  });
  if (isDuplicate) return `${formatWithSymbol(parsed.amount, currency)} is there already`;
  if (presets.length >= MAX_PRESETS) return `A page can suggest at most ${MAX_PRESETS} amounts`;
  return validateTotal(parsed.amount, currency);
}

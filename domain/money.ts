import { amountMessages, type AmountName } from '#content/messages/amounts.ts';

import { getCurrency } from './currencies.ts';

export type ParsedPrice = { amount: number } | { error: string };

const PRICE = /^(\d+)(?:\.(\d+))?$/;

/** Parses a typed price (ASCII digits and one dot) into Stripe's minor units. Error messages name the amount. */
export function parsePrice(text: string, currencyCode: string, name: AmountName = 'price'): ParsedPrice {
  const { code, decimals, displayDecimals, step, maximum } = getCurrency(currencyCode);
  const match = PRICE.exec(text);
  if (!match) return { error: amountMessages.invalid({ name, example: displayDecimals === 0 ? '29' : '29.99' }) };
  const [, integerPart = '', fraction = ''] = match;
  if (fraction.length > displayDecimals) return { error: getDecimalsError(code, displayDecimals) };
  const amount = Number(integerPart + fraction.padEnd(decimals, '0'));
  const maxAmount = maximum - (maximum % step);
  if (amount > maxAmount) return { error: amountMessages.tooHigh({ name, maximum: formatAmount(maxAmount, code) }) };
  if (amount % step !== 0) return { error: amountMessages.step({ currency: code, step: formatAmount(step, code) }) };
  return { amount };
}

const getDecimalsError = (currency: string, decimals: number): string =>
  decimals === 0 ? amountMessages.noDecimals({ currency }) : amountMessages.tooManyDecimals({ currency, decimals });

/** Formats an amount with the currency's displayed decimals, without symbol or grouping. */
export function formatAmount(amount: number, currencyCode: string): string {
  const { decimals, displayDecimals } = getCurrency(currencyCode);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const integerPart = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).slice(0, displayDecimals);
  return fraction ? `${integerPart}.${fraction}` : integerPart;
}

/** `$26.10`; negative amounts have `−` before the symbol. */
export function formatWithSymbol(amount: number, currencyCode: string): string {
  const sign = amount < 0 ? '−' : '';
  return `${sign}${getCurrency(currencyCode).symbol}${formatAmount(amount, currencyCode)}`;
}

/** `$26.10 USD` with grouped thousands, for columns of amounts. */
export function formatMoney(amount: number, currencyCode: string): string {
  const [integerPart = '', fraction] = formatAmount(amount, currencyCode).split('.');
  const grouped = integerPart.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = amount < 0 ? '−' : '';
  return `${sign}${getCurrency(currencyCode).symbol}${grouped}${fraction ? `.${fraction}` : ''} ${currencyCode.toUpperCase()}`;
}

/** Parses a price that Stripe can charge by itself. */
export function parseChargeablePrice(text: string, currencyCode: string): ParsedPrice {
  const parsed = parsePrice(text.trim(), currencyCode);
  const error = 'amount' in parsed ? validateTotal(parsed.amount, currencyCode) : null;
  return error ? { error } : parsed;
}

/** Validates the sum of an order's lines. Returns an error message or null. */
export function validateSum(amount: number, currencyCode: string): string | null {
  const { maximum } = getCurrency(currencyCode);
  return amount > maximum ? amountMessages.sumTooHigh({ maximum: formatWithSymbol(maximum, currencyCode) }) : null;
}

/** Validates a total for Stripe: zero, or at least the currency's minimum. Returns an error message or null. */
export function validateTotal(amount: number, currencyCode: string): string | null {
  const { minimum } = getCurrency(currencyCode);
  if (amount === 0 || minimum === null || amount >= minimum) return null;
  return amountMessages.belowStripeMinimum({
    currency: currencyCode.toUpperCase(),
    minimum: formatWithSymbol(minimum, currencyCode),
  });
}

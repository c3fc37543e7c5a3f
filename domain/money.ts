import { currencyOf } from './currencies.ts';

export type ParsedPrice = { amount: number } | { problem: string };

const PRICE = /^(\d+)(?:\.(\d+))?$/;

/** Parses a typed price (ASCII digits and one dot) into Stripe's minor units. Error messages name `field`. */
export function parsePrice(text: string, currencyCode: string, field = 'price'): ParsedPrice {
  const { code, decimals, shownDecimals, step, maximum } = currencyOf(currencyCode);
  const match = PRICE.exec(text);
  if (!match) return { problem: `Type the ${field} in digits${exampleText(shownDecimals)}` };
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > shownDecimals) return { problem: tooManyDecimals(code, shownDecimals) };
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  const most = maximum - (maximum % step);
  if (amount > most) return { problem: `The ${field} can be at most ${amountText(most, code)}` };
  if (amount % step !== 0) return { problem: stepProblem(code, step) };
  return { amount };
}

const exampleText = (decimals: number): string =>
  decimals === 0 ? ', for example 29' : ' with a dot, for example 29.99';

function tooManyDecimals(code: string, decimals: number): string {
  if (decimals === 0) return `${code} has no decimals: type a whole number, for example 29`;
  return `${code} has ${decimals} decimals: type no more than ${decimals} digits after the dot`;
}

const stepProblem = (code: string, step: number) =>
  `Amounts in ${code} must be multiples of ${amountText(step, code)}`;

/** Formats an amount with the currency's displayed decimals, without symbol or grouping. */
export function amountText(amount: number, currencyCode: string): string {
  const { decimals, shownDecimals } = currencyOf(currencyCode);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).slice(0, shownDecimals);
  return fraction ? `${whole}.${fraction}` : whole;
}

/** `$26.10`; negative amounts have `−` before the symbol. */
export function symbolText(amount: number, currencyCode: string): string {
  const sign = amount < 0 ? '−' : '';
  return `${sign}${currencyOf(currencyCode).symbol}${amountText(amount, currencyCode)}`;
}

/** `$26.10 USD` with grouped thousands, for columns of amounts. */
export function moneyText(amount: number, currencyCode: string): string {
  const [whole = '', fraction] = amountText(amount, currencyCode).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = amount < 0 ? '−' : '';
  return `${sign}${currencyOf(currencyCode).symbol}${grouped}${fraction ? `.${fraction}` : ''} ${currencyCode.toUpperCase()}`;
}

/** Validates a total for Stripe: zero, or at least the currency's minimum. Returns an error message or null. */
export function totalProblem(amount: number, currencyCode: string): string | null {
  const { minimum } = currencyOf(currencyCode);
  if (amount === 0 || minimum === null || amount >= minimum) return null;
  return `Stripe’s minimum in ${currencyCode.toUpperCase()} is ${symbolText(minimum, currencyCode)}`;
}

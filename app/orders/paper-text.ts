import { moneyText } from '#domain/money.ts';
import { currencyOf } from '#domain/currencies.ts';

/** Formats a receipt amount without its currency: `1,047.00`, `−17.80`. */
export function paperText(amount: number, currency: string): string {
  const { symbol, code } = currencyOf(currency);
  const text = moneyText(amount, currency).replace(new RegExp(` ${code}$`), '');
  return symbol ? text.replace(symbol, '') : text;
}

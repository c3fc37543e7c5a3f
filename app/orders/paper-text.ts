import { formatMoney } from '#domain/money.ts';
import { getCurrency } from '#domain/currencies.ts';

/** Formats a receipt amount without its currency: `1,047.00`, `−17.80`. */
export function formatReceiptAmount(amount: number, currency: string): string {
  const { symbol, code } = getCurrency(currency);
  const text = formatMoney(amount, currency).replace(new RegExp(` ${code}$`), '');
  return symbol ? text.replace(symbol, '') : text;
}

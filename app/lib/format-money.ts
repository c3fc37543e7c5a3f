import { formatNumber, getDecimalSeparator, getReaderLanguage } from '#app/components/utils/reader-formats.ts';
import { formatMoney as formatMoneyInEnglish } from '#domain/money.ts';

/** `$1,026.10 USD`, `$1.026,10 USD`: the symbol comes first and the code last, as everywhere in the interface. */
export const formatMoney = (amount: number, currency: string, language = getReaderLanguage()): string =>
  formatMoneyInEnglish(amount, currency).replace(/(\d[\d,]*)(?:\.(\d+))?/, (_, integer: string, fraction?: string) => {
    const integerText = formatNumber(Number(integer.replaceAll(',', '')), {}, language);
    return fraction === undefined ? integerText : integerText + getDecimalSeparator(language) + fraction;
  });

/** `$2,412.00`: US cents without the code, where every amount is in US dollars. */
export const formatUsd = (cents: number, language?: string): string =>
  formatMoney(cents, 'USD', language).replace(/ USD$/, '');

/** Replaces the reader's decimal separator with the dot that amounts are parsed with. */
export const normalizeDecimals = (text: string, language = getReaderLanguage()): string =>
  getDecimalSeparator(language) === ',' ? text.replace(/^(\s*\d+),(\d+\s*)$/, '$1.$2') : text;

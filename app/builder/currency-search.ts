import { CURRENCIES, type Currency } from '#domain/currencies.ts';

/** Removes case and accents for comparison. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const LAST = 5;

/** Ranks how well a currency matches the query: 0 is best, null is no match. */
function rankOf({ code, name, symbol }: Currency, typed: string): number | null {
  const words = plain(name);
  if (plain(code) === typed || (symbol !== '' && plain(symbol) === typed)) return 0;
  if (plain(code).startsWith(typed)) return 1;
  if (words.startsWith(typed)) return 2;
  if (words.split(/[\s-]+/).some((word) => word.startsWith(typed))) return 3;
  if (words.includes(typed)) return 4;
  return symbol !== '' && plain(symbol).includes(typed) ? LAST : null;
}

/** Finds currencies by code, name or symbol, best match first; returns all for an empty query. */
export function searchCurrencies(typed: string): readonly Currency[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return CURRENCIES;
  const ranked = CURRENCIES.flatMap((currency) => {
    const rank = rankOf(currency, wanted);
    return rank === null ? [] : [{ currency, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ currency }) => currency);
}

/** Text of the closed field: `USD – US Dollar`. */
export const currencyText = ({ code, name }: Currency): string => `${code} – ${name}`;

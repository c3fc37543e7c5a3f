import { CURRENCIES, type Currency } from '#domain/currencies.ts';

/** Removes case and accents for comparison. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const WORST_RANK = 5;

/** Ranks how well a currency matches the query: 0 is best, null is no match. */
function rankCurrency({ code, name, symbol }: Currency, query: string): number | null {
  const normalizedName = normalizeText(name);
  if (normalizeText(code) === query || (symbol !== '' && normalizeText(symbol) === query)) return 0;
  if (normalizeText(code).startsWith(query)) return 1;
  if (normalizedName.startsWith(query)) return 2;
  if (normalizedName.split(/[\s-]+/).some((namePart) => namePart.startsWith(query))) return 3;
  if (normalizedName.includes(query)) return 4;
  return symbol !== '' && normalizeText(symbol).includes(query) ? WORST_RANK : null;
}

/** Finds currencies by code, name or symbol, best match first; returns all for an empty query. */
export function searchCurrencies(query: string): readonly Currency[] {
  const normalizedQuery = normalizeText(query.trim());
  if (normalizedQuery === '') return CURRENCIES;
  const ranked = CURRENCIES.flatMap((currency) => {
    const rank = rankCurrency(currency, normalizedQuery);
    return rank === null ? [] : [{ currency, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ currency }) => currency);
}

/** Text of the closed field: `USD – US Dollar`. */
export const currencyText = ({ code, name }: Currency): string => `${code} – ${name}`;

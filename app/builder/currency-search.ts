import { CURRENCIES, type Currency } from '#domain/currencies.ts';

/** Without capitals and accents, as one searches. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const LAST = 5;

/** How well a currency answers what was typed: 0 best, null not at all. */
function rankOf({ code, name, symbol }: Currency, typed: string): number | null {
  const words = plain(name);
  if (plain(code) === typed || (symbol !== '' && plain(symbol) === typed)) return 0;
  if (plain(code).startsWith(typed)) return 1;
  if (words.startsWith(typed)) return 2;
  if (words.split(/[\s-]+/).some((word) => word.startsWith(typed))) return 3;
  if (words.includes(typed)) return 4;
  return symbol !== '' && plain(symbol).includes(typed) ? LAST : null;
}

/** The currencies of a code, a name or a symbol, the best answer first; all of them for nothing typed. */
export function searchCurrencies(typed: string): readonly Currency[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return CURRENCIES;
  const ranked = CURRENCIES.flatMap((currency) => {
    const rank = rankOf(currency, wanted);
    return rank === null ? [] : [{ currency, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ currency }) => currency);
}

/** What the closed field says: `USD – US Dollar`. */
export const currencyText = ({ code, name }: Currency): string => `${code} – ${name}`;

/** Protected brand names that sellers must not impersonate. Lower case, without blanks. */
const TRUSTED = new Set(
  `stripe paypal mastercard maestro visa americanexpress amex klarna revolut venmo cashapp tillwright
  applepay googlepay amazonpay shopify gumroad lemonsqueezy barclays hsbc lloyds natwest santander citibank chase
  wellsfargo bankofamerica capitalone deutschebank commerzbank sparkasse unicredit bnpparibas societegenerale
  creditagricole intesasanpaolo rabobank coinbase binance westernunion`.split(/\s+/),
);
/** Payment brands: no slug may start with one. */
const OF_PAYMENT = new Set(['stripe', 'paypal', 'tillwright', 'mastercard', 'visa']);

/** Words that, combined with a brand name, claim to speak for the brand. */
const SPEAKING =
  /^(account|accounts|auth|bank|billing|checkout|confirm|help|helpdesk|invoice|invoices|login|official|pay|payment|payments|payout|payouts|refund|refunds|secure|security|service|services|signin|support|team|unlock|update|verification|verify|wallet)$/;

/** Characters of other scripts and symbols that resemble Latin letters. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '|': 'l',
  '!': 'i',
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԝ: 'w',
  α: 'a',
  β: 'b',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
};

/** Visual skeleton of a word: words with equal skeletons look alike; `l` and `i` are one. */
const seen = (word: string): string =>
  Array.from(word, (letter) => LOOKS_LIKE[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l');

const SEEN = new Map(Array.from(TRUSTED, (name) => [seen(name), name]));

const lower = (text: string): string =>
  text.replaceAll(/[™®©]/g, ' ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordsIn = (text: string): string[] =>
  lower(text)
    .split(/[^\p{L}\p{N}@$|!]+/u)
    .filter(Boolean);

type Met = { name: string; disguised: boolean; from: number; to: number };

/** Finds protected names among the words, also when split into several words. */
function metIn(words: readonly string[]): Met[] {
  return words.flatMap((_, from) =>
    [1, 2, 3, 4, 5, 6].flatMap((length) => {
      const written = words.slice(from, from + length).join('');
      const name = from + length <= words.length ? SEEN.get(seen(written)) : undefined;
      return name ? [{ name, disguised: written !== name, from, to: from + length }] : [];
    }),
  );
}

const speaks = (words: readonly string[], { from, to }: Met): boolean =>
  [...words.slice(0, from), ...words.slice(to)].some((word) => SPEAKING.test(word));

/**
 * The brand that a slug impersonates; null if none. Mentioning a brand later in the slug is allowed: `course-on-stripe`.
 */
export function imitatedBySlug(slug: string): string | null {
  const words = wordsIn(slug);
  const met = metIn(words).find(
    (one) =>
      one.disguised ||
      (one.from === 0 && (one.to === words.length || OF_PAYMENT.has(one.name))) ||
      speaks(words, one),
  );
  return met?.name ?? null;
}

/** The same for a product or seller name. Mentioning a brand is allowed. */
export function imitatedByName(text: string): string | null {
  const words = wordsIn(text);
  const met = metIn(words).find(
    (one) => one.disguised || (one.from === 0 && one.to === words.length) || speaks(words, one),
  );
  return met?.name ?? null;
}

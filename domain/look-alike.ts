/** Names that buyers trust with their money: nobody else sells under them. Without blanks, in lower case. */
const TRUSTED = new Set(
  `stripe paypal mastercard maestro visa americanexpress amex klarna revolut venmo cashapp tillwright
  applepay googlepay amazonpay shopify gumroad lemonsqueezy barclays hsbc lloyds natwest santander citibank chase
  wellsfargo bankofamerica capitalone deutschebank commerzbank sparkasse unicredit bnpparibas societegenerale
  creditagricole intesasanpaolo rabobank coinbase binance westernunion`.split(/\s+/),
);
/** Those that take the money here: no address begins with their name. */
const OF_PAYMENT = new Set(['stripe', 'paypal', 'tillwright', 'mastercard', 'visa']);

/** Words that together with such a name speak in its name. */
const SPEAKING =
  /^(account|accounts|auth|bank|billing|checkout|confirm|help|helpdesk|invoice|invoices|login|official|pay|payment|payments|payout|payouts|refund|refunds|secure|security|service|services|signin|support|team|unlock|update|verification|verify|wallet)$/;

/** Letters of other scripts and signs that look like ours. */
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

/** One word as it is seen, whatever letters it is made of; `l` and `i` are one. */
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

/** The trusted names among these words, also those written as several. */
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
 * The trusted name that an address pretends to be; null: none. Whoever sells a course about Stripe says so further back in
 * it: `course-on-stripe`.
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

/** The same of a name that people read: of a product or a seller. Whoever only speaks of one imitates nobody. */
export function imitatedByName(text: string): string | null {
  const words = wordsIn(text);
  const met = metIn(words).find(
    (one) => one.disguised || (one.from === 0 && one.to === words.length) || speaks(words, one),
  );
  return met?.name ?? null;
}

/** Protected brand names that sellers must not impersonate. Lower case, without blanks. */
const PROTECTED_BRANDS = new Set(
  `stripe paypal mastercard maestro visa americanexpress amex klarna revolut venmo cashapp tillwright
  applepay googlepay amazonpay shopify gumroad lemonsqueezy barclays hsbc lloyds natwest santander citibank chase
  wellsfargo bankofamerica capitalone deutschebank commerzbank sparkasse unicredit bnpparibas societegenerale
  creditagricole intesasanpaolo rabobank coinbase binance westernunion`.split(/\s+/),
);
/** Payment brands: no slug may start with one. */
const PAYMENT_BRANDS = new Set(['stripe', 'paypal', 'tillwright', 'mastercard', 'visa']);

/** Words that, combined with a brand name, claim to speak for the brand. */
const IMPERSONATION_WORDS =
  /^(account|accounts|auth|bank|billing|checkout|confirm|help|helpdesk|invoice|invoices|login|official|pay|payment|payments|payout|payouts|refund|refunds|secure|security|service|services|signin|support|team|unlock|update|verification|verify|wallet)$/;

/** Characters of other scripts and symbols that resemble Latin letters. */
const CONFUSABLE_CHARACTERS: Readonly<Record<string, string>> = {
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
const getSkeleton = (word: string): string =>
  Array.from(word, (character) => CONFUSABLE_CHARACTERS[character] ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l');

const BRANDS_BY_SKELETON = new Map(Array.from(PROTECTED_BRANDS, (name) => [getSkeleton(name), name]));

const foldText = (text: string): string =>
  text.replaceAll(/[™®©]/g, ' ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}@$|!]+/u)
    .filter(Boolean);

type BrandMatch = { name: string; isDisguised: boolean; from: number; to: number };

/** Finds protected names among the words, also when split into several words. */
function findBrandMatches(words: readonly string[]): BrandMatch[] {
  return words.flatMap((_, from) =>
    [1, 2, 3, 4, 5, 6].flatMap((length) => {
      const joined = words.slice(from, from + length).join('');
      const name = from + length <= words.length ? BRANDS_BY_SKELETON.get(getSkeleton(joined)) : undefined;
      return name ? [{ name, isDisguised: joined !== name, from, to: from + length }] : [];
    }),
  );
}

const claimsBrand = (words: readonly string[], { from, to }: BrandMatch): boolean =>
  [...words.slice(0, from), ...words.slice(to)].some((word) => IMPERSONATION_WORDS.test(word));

/**
 * The brand that a slug impersonates; null if none. Mentioning a brand later in the slug is allowed: `course-on-stripe`.
 */
export function findImpersonatedBrandInSlug(slug: string): string | null {
  const words = splitWords(slug);
  const match = findBrandMatches(words).find(
    (candidate) =>
      candidate.isDisguised ||
      (candidate.from === 0 && (candidate.to === words.length || PAYMENT_BRANDS.has(candidate.name))) ||
      claimsBrand(words, candidate),
  );
  return match?.name ?? null;
}

/** The same for a product or seller name. Mentioning a brand is allowed. */
export function findImpersonatedBrandInName(text: string): string | null {
  const words = splitWords(text);
  const match = findBrandMatches(words).find(
    (candidate) =>
      candidate.isDisguised || (candidate.from === 0 && candidate.to === words.length) || claimsBrand(words, candidate),
  );
  return match?.name ?? null;
}

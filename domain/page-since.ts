import type { Calls } from './calls.ts';
import { ShopError, type ErrorBody } from './errors.ts';

/** Current state of the page for a buyer whose checkout request was rejected: their copy may be outdated. */
export type PageSince = {
  /** The buyer's coupon, if the page still has it. */
  discounted: Calls['apply-coupon']['answer'] | null;
  couponGone: boolean;
  /** Null if the total is the one that the buyer saw. */
  price: { oldText: string; newText: string } | null;
  termsChanged: boolean;
};

/** `calm`: not an error, but information before the next attempt. */
type Words = { title?: string; message: string; calm?: boolean };
type Press = { refused: ErrorBody['error']; since: PageSince | null; coupon: string };

/** Messages by the part of the form that shows them. */
export type PressWords = {
  email?: Words;
  amount?: Words;
  coupon?: Words;
  terms?: Words;
  form?: Words;
  /** By custom field name. */
  fields?: Record<string, Words>;
};

const MORE_WORDS: Partial<Record<string, string>> = { all_held: 'One moment, please' };

/** Messages for a buyer whose checkout request was rejected: the error and everything that changed since the page was opened. */
export function pressWords(press: Press): PressWords {
  const { code, title, message } = press.refused;
  const { since } = press;
  const change = changeWords(press);
  const words: PressWords = {};
  if (since?.termsChanged || code.startsWith('terms_')) words.terms = termsWords(press);
  if (isCouponGone(press)) words.coupon = couponWords(press);
  if (code === 'email_invalid') words.email = { message };
  if (code === 'amount_invalid') words.amount = { message };
  if (code === 'answer_invalid') words.fields = fieldWords(press.refused['fields']);
  if (!isSaidElsewhere(code))
    words.form = {
      title: MORE_WORDS[code] ?? title,
      message: `${message} Nothing was charged. ${change?.message ?? ''}`.trim(),
    };
  else if (change) words.form = { ...change, calm: true };
  return words;
}

const isSaidElsewhere = (code: string): boolean =>
  /^(email_|amount_|coupon_|terms_|price_|answer_)/.test(code);

const fieldWords = (fields: unknown): Record<string, Words> =>
  Object.fromEntries(
    Object.entries(Object(fields)).map(([name, message]) => [name, { message: String(message) }]),
  );

/** A rejected coupon is removed from the form. */
export const isCouponGone = ({ refused, since }: Pick<Press, 'refused' | 'since'>): boolean =>
  Boolean(since?.couponGone) || refused.code.startsWith('coupon_');

function couponWords({ refused }: Press): Words {
  const { code, title, message } = refused;
  return code.startsWith('coupon_')
    ? { title, message }
    : { title: 'Invalid coupon', message: new ShopError('coupon_invalid').message };
}

function termsWords({ refused, since }: Press): Words {
  const { title, message } = refused;
  return since?.termsChanged
    ? { title: 'Terms required', message: new ShopError('terms_changed').message }
    : { title, message };
}

/** What happened to the coupon, as the end of a sentence. */
const COUPON_FATES: Partial<Record<string, string>> = {
  coupon_used_up: 'has been used up',
  coupon_used_by_buyer: 'has been used by you already',
  coupon_below_price: 'does not count for this price',
  coupon_not_started: 'is not valid yet',
};

/** One message about coupon and price together, so that they cannot contradict each other. */
function changeWords(press: Press): Words | null {
  const { since } = press;
  if (!since) return null;
  const { price } = since;
  if (isCouponGone(press)) return { title: couponTitle(press), message: couponChange(press) };
  if (!price) return null;
  return {
    title: 'The price has changed',
    message: `When you opened the page it was ${price.oldText}, it is now ${price.newText}. Nothing was charged. Press the button again to pay the new price.`,
  };
}

const couponTitle = ({ refused }: Press): string =>
  COUPON_FATES[refused.code] ? 'Your coupon does not count' : 'Your coupon has ended';

function couponChange({ since, coupon, refused }: Press): string {
  const fate = COUPON_FATES[refused.code] ?? 'is not valid any more';
  return `The coupon ${coupon} ${fate}; ${priceWithoutIt(since)}`;
}

function priceWithoutIt(since: PageSince | null): string {
  if (!since?.couponGone) return 'nothing was charged. Press the button again to pay without it.';
  const { price } = since;
  return price
    ? `it was ${price.oldText} with it, it is now ${price.newText}. Nothing was charged. Press the button again to pay the new price.`
    : 'the price is the same without it. Nothing was charged. Press the button again to pay it.';
}

import type { Calls } from './calls.ts';
import { ShopError, type ErrorBody } from './errors.ts';

/** The page as it is now, for a buyer whose press of pay was refused: what they saw may be out of date. */
export type PageSince = {
  /** The coupon of the press, while the page still has it. */
  discounted: Calls['apply-coupon']['answer'] | null;
  couponGone: boolean;
  /** Null while the total is the one that they saw. */
  price: { oldText: string; newText: string } | null;
  termsChanged: boolean;
};

type Words = { title?: string; message: string };
type Press = { refused: ErrorBody['error']; since: PageSince | null; coupon: string };

/** Where on the page each sentence stands. */
export type PressWords = { email?: Words; coupon?: Words; terms?: Words; form?: Words };

/** What a buyer is told whose press of pay was refused: the refusal, and everything that changed since they looked. */
export function pressWords(press: Press): PressWords {
  const { code, title, message } = press.refused;
  const change = changeText(press);
  const words: PressWords = {};
  if (press.since?.termsChanged || code.startsWith('terms_')) words.terms = termsWords(press);
  if (press.since?.couponGone)
    words.coupon = { title: 'Invalid coupon', message: new ShopError('coupon_invalid').message };
  if (code === 'email_invalid') words.email = { message };
  const own = isSaidElsewhere(code) ? '' : `${message} Nothing was charged.`;
  if (own || change) words.form = { title, message: [own, change].filter(Boolean).join(' ') };
  return words;
}

const isSaidElsewhere = (code: string): boolean => /^(email_|coupon_|terms_|price_)/.test(code);

function termsWords({ refused, since }: Press): Words {
  const { title, message } = refused;
  return since?.termsChanged
    ? { title: 'Terms required', message: new ShopError('terms_changed').message }
    : { title, message };
}

/** One sentence about coupon and price together, so that they cannot contradict each other. */
function changeText({ since, coupon }: Press): string {
  if (!since) return '';
  const { couponGone, price } = since;
  if (couponGone && !price)
    return `The coupon ${coupon} is not valid any more, but the price is the same without it. Nothing was charged. Press the button again to pay it.`;
  if (!price) return '';
  const what = couponGone
    ? `The coupon ${coupon} is not valid any more: it was ${price.oldText} with it, it is now ${price.newText}.`
    : `The price has changed since you opened the page: it was ${price.oldText}, it is now ${price.newText}.`;
  return `${what} Nothing was charged. Press the button again to pay the new price.`;
}

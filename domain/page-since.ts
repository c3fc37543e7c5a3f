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

/** `calm`: nothing has failed, but there is something to know before the next press. */
type Words = { title?: string; message: string; calm?: boolean };
type Press = { refused: ErrorBody['error']; since: PageSince | null; coupon: string };

/** Where on the page each sentence stands. */
export type PressWords = {
  email?: Words;
  coupon?: Words;
  terms?: Words;
  form?: Words;
  /** By the names of the page's own questions. */
  fields?: Record<string, Words>;
};

/** What a buyer is told whose press of pay was refused: the refusal, and everything that changed since they looked. */
export function pressWords(press: Press): PressWords {
  const { code, title, message } = press.refused;
  const { since } = press;
  const change = changeWords(press);
  const words: PressWords = {};
  if (since?.termsChanged || code.startsWith('terms_')) words.terms = termsWords(press);
  if (code.startsWith('coupon_')) words.coupon = { title, message };
  else if (since?.couponGone)
    words.coupon = { title: 'Invalid coupon', message: new ShopError('coupon_invalid').message };
  if (code === 'email_invalid') words.email = { message };
  if (code === 'answer_invalid') words.fields = fieldWords(press.refused['fields']);
  if (!isSaidElsewhere(code))
    words.form = { title, message: `${message} Nothing was charged. ${change?.message ?? ''}`.trim() };
  else if (change) words.form = { ...change, calm: true };
  return words;
}

const isSaidElsewhere = (code: string): boolean => /^(email_|coupon_|terms_|price_|answer_)/.test(code);

const fieldWords = (fields: unknown): Record<string, Words> =>
  Object.fromEntries(
    Object.entries(Object(fields)).map(([name, message]) => [name, { message: String(message) }]),
  );

function termsWords({ refused, since }: Press): Words {
  const { title, message } = refused;
  return since?.termsChanged
    ? { title: 'Terms required', message: new ShopError('terms_changed').message }
    : { title, message };
}

/** One sentence about coupon and price together, so that they cannot contradict each other. */
function changeWords({ since, coupon }: Press): Words | null {
  if (!since) return null;
  const { couponGone, price } = since;
  if (couponGone) {
    const then = price
      ? `it was ${price.oldText} with it, it is now ${price.newText}. Nothing was charged. Press the button again to pay the new price.`
      : 'the price is the same without it. Nothing was charged. Press the button again to pay it.';
    return { title: 'Your coupon has ended', message: `The coupon ${coupon} is not valid any more; ${then}` };
  }
  if (!price) return null;
  return {
    title: 'The price has changed',
    message: `When you opened the page it was ${price.oldText}, it is now ${price.newText}. Nothing was charged. Press the button again to pay the new price.`,
  };
}

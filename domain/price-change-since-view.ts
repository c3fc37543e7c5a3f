import { AppError, type ErrorBody } from './errors.ts';
import type { RpcContract } from './rpc-contract.ts';

/** Current state of the page for a buyer whose checkout request was rejected: their copy may be outdated. */
export type PageChangeSinceView = {
  /** The buyer's coupon, if the page still has it. */
  discounted: RpcContract['apply-coupon']['response'] | null;
  couponGone: boolean;
  /** Null if the total is the one that the buyer saw. */
  price: { oldText: string; newText: string } | null;
  termsChanged: boolean;
};

/** `calm`: not an error, but information before the next attempt. */
type CheckoutMessage = { title?: string; message: string; calm?: boolean };
type RejectedCheckout = {
  error: ErrorBody['error'];
  priceChange: PageChangeSinceView | null;
  coupon: string;
};

/** Messages by the part of the form that shows them. */
export type CheckoutMessages = {
  email?: CheckoutMessage;
  amount?: CheckoutMessage;
  coupon?: CheckoutMessage;
  terms?: CheckoutMessage;
  form?: CheckoutMessage;
  /** By custom field name. */
  fields?: Record<string, CheckoutMessage>;
};

const TITLE_OVERRIDES: Partial<Record<string, string>> = { all_held: 'One moment, please' };

/** Messages for a buyer whose checkout request was rejected: the error and everything that changed since the page was opened. */
export function getCheckoutMessages(checkout: RejectedCheckout): CheckoutMessages {
  const { code, title, message } = checkout.error;
  const { priceChange } = checkout;
  const change = getChangeMessage(checkout);
  const messages: CheckoutMessages = {};
  if (priceChange?.termsChanged || code.startsWith('terms_')) messages.terms = getTermsMessage(checkout);
  if (isCouponRejected(checkout)) messages.coupon = getCouponMessage(checkout);
  if (code === 'email_invalid') messages.email = { message };
  if (code === 'amount_invalid') messages.amount = { message };
  if (code === 'answer_invalid') messages.fields = toFieldMessages(checkout.error['fields']);
  if (!hasOwnField(code))
    messages.form = {
      title: TITLE_OVERRIDES[code] ?? title,
      message: `${message} Nothing was charged. ${change?.message ?? ''}`.trim(),
    };
  else if (change) messages.form = { ...change, calm: true };
  return messages;
}

const hasOwnField = (code: string): boolean => /^(email_|amount_|coupon_|terms_|price_|answer_)/.test(code);

const toFieldMessages = (fields: unknown): Record<string, CheckoutMessage> =>
  Object.fromEntries(Object.entries(Object(fields)).map(([name, message]) => [name, { message: String(message) }]));

/** A rejected coupon is removed from the form. */
export const isCouponRejected = ({ error, priceChange }: Pick<RejectedCheckout, 'error' | 'priceChange'>): boolean =>
  Boolean(priceChange?.couponGone) || error.code.startsWith('coupon_');

function getCouponMessage({ error }: RejectedCheckout): CheckoutMessage {
  const { code, title, message } = error;
  return code.startsWith('coupon_')
    ? { title, message }
    : { title: 'Invalid coupon', message: new AppError('coupon_invalid').message };
}

function getTermsMessage({ error, priceChange }: RejectedCheckout): CheckoutMessage {
  const { title, message } = error;
  return priceChange?.termsChanged
    ? { title: 'Terms required', message: new AppError('terms_changed').message }
    : { title, message };
}

/** What happened to the coupon, as the end of a sentence. */
const COUPON_OUTCOMES: Partial<Record<string, string>> = {
  coupon_used_up: 'has been used up',
  coupon_used_by_buyer: 'has been used by you already',
  coupon_below_price: 'does not count for this price',
  coupon_not_started: 'is not valid yet',
};

/** One message about coupon and price together, so that they cannot contradict each other. */
function getChangeMessage(checkout: RejectedCheckout): CheckoutMessage | null {
  const { priceChange } = checkout;
  if (!priceChange) return null;
  const { price } = priceChange;
  if (isCouponRejected(checkout)) return { title: getCouponTitle(checkout), message: getCouponChangeText(checkout) };
  if (!price) return null;
  return {
    title: 'The price has changed',
    message: `When you opened the page it was ${price.oldText}, it is now ${price.newText}. Nothing was charged. Press the button again to pay the new price.`,
  };
}

const getCouponTitle = ({ error }: RejectedCheckout): string =>
  COUPON_OUTCOMES[error.code] ? 'Your coupon does not count' : 'Your coupon has ended';

function getCouponChangeText({ priceChange, coupon, error }: RejectedCheckout): string {
  const outcome = COUPON_OUTCOMES[error.code] ?? 'is not valid any more';
  return `The coupon ${coupon} ${outcome}; ${getPriceWithoutCouponText(priceChange)}`;
}

function getPriceWithoutCouponText(priceChange: PageChangeSinceView | null): string {
  if (!priceChange?.couponGone) return 'nothing was charged. Press the button again to pay without it.';
  const { price } = priceChange;
  return price
    ? `it was ${price.oldText} with it, it is now ${price.newText}. Nothing was charged. Press the button again to pay the new price.`
    : 'the price is the same without it. Nothing was charged. Press the button again to pay it.';
}

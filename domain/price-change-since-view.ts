import { priceChangeMessages as texts } from '#content/messages/price-changes.ts';

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

/** `isNotice`: not an error, but information before the next attempt. */
type CheckoutMessage = { title?: string; message: string; isNotice?: boolean };
type RejectedCheckout = {
  error: ErrorBody['error'];
  priceChange: PageChangeSinceView | null;
  coupon: string;
};

/** Messages by the part of the form that shows them. */
type CheckoutMessages = {
  email?: CheckoutMessage;
  amount?: CheckoutMessage;
  quantity?: CheckoutMessage;
  coupon?: CheckoutMessage;
  terms?: CheckoutMessage;
  form?: CheckoutMessage;
  /** By custom field name. */
  fields?: Record<string, CheckoutMessage>;
};

const TITLE_OVERRIDES: Partial<Record<string, string>> = { all_held: texts.reservedTitle };

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
  if (isQuantityError(code)) messages.quantity = { message };
  if (code === 'answer_invalid') messages.fields = toFieldMessages(checkout.error['fields']);
  if (code === 'trial_used') messages.form = getTrialMessage(checkout);
  else if (!hasOwnField(code))
    messages.form = {
      title: TITLE_OVERRIDES[code] ?? title,
      message: [texts.notCharged({ message }), change?.message].filter(Boolean).join(' '),
    };
  else if (change)
    messages.form = { title: change.title, message: `${change.message} ${change.nextStep}`, isNotice: true };
  return messages;
}

const isQuantityError = (code: string): boolean => code === 'quantity_invalid' || code === 'not_enough_left';

const hasOwnField = (code: string): boolean =>
  isQuantityError(code) || /^(email_|amount_|coupon_|terms_|price_|answer_)/.test(code);

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

/** The page is shown without the trial then. */
function getTrialMessage({ error: { title, message }, priceChange }: RejectedCheckout): CheckoutMessage {
  const price = priceChange?.price;
  return {
    title,
    message: price ? `${message} ${texts.withoutTrial({ price: price.newText })}` : texts.notCharged({ message }),
  };
}

type ChangeMessage = { title: string; message: string; nextStep: string };

/** One message about coupon and price together, so that they cannot contradict each other. */
function getChangeMessage(checkout: RejectedCheckout): ChangeMessage | null {
  const { priceChange } = checkout;
  if (!priceChange) return null;
  const { price } = priceChange;
  if (isCouponRejected(checkout)) return getCouponChangeMessage(checkout);
  if (!price) return null;
  return { title: texts.price.title, message: texts.price.text(toPrices(price)), nextStep: texts.next.payNewPrice };
}

type PriceDifference = NonNullable<PageChangeSinceView['price']>;

const toPrices = ({ oldText, newText }: PriceDifference) => ({ oldPrice: oldText, newPrice: newText });

const OUTCOME_CODES = [
  'coupon_used_up',
  'coupon_used_by_buyer',
  'coupon_not_new',
  'coupon_not_owner',
  'coupon_below_price',
  'coupon_not_started',
] as const;

function getCouponChangeMessage({ priceChange, coupon: code, error }: RejectedCheckout): ChangeMessage {
  const outcome = OUTCOME_CODES.find((outcomeCode) => outcomeCode === error.code);
  const reason = texts.coupon[outcome ?? 'ended']({ code });
  const title = outcome ? texts.coupon.notAppliedTitle : texts.coupon.endedTitle;
  if (!priceChange?.couponGone) return { title, message: reason, nextStep: texts.next.payWithoutCoupon };
  const { price } = priceChange;
  return price
    ? {
        title,
        message: `${reason} ${texts.coupon.priceChanged(toPrices(price))}`,
        nextStep: texts.next.payNewPrice,
      }
    : { title, message: `${reason} ${texts.coupon.samePrice}`, nextStep: texts.next.pay };
}

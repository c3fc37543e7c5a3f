import type { CheckoutPageProps, FormError } from '#app/checkout-page/checkout-page-props.ts';
import { createFieldReader, type FieldReader } from '#app/lib/request-fields.ts';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { isCurrencyCode, MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import type { RawAnswers } from '#domain/custom-field.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { isCouponRejected, getCheckoutMessages } from '#domain/price-change-since-view.ts';
import { normalizeAmountInput } from '#domain/text.ts';
import type { CheckoutRequest, CheckoutFailure } from '#server/core/services.ts';

/** Action data, which overrides the loader data in the form. */
export type OrderActionData = Pick<CheckoutPageProps, 'errors' | 'values' | 'discounted'> & {
  attempt?: string;
  withoutTrial?: boolean;
};

type TypedValues = NonNullable<CheckoutPageProps['values']>;

const MAX_PREFILL_LENGTH = 40;
const MAX_EMAIL_LENGTH = 254;
/** With a pay-what-you-want price, an emptied field must not fall back to the suggested amount. */
const NO_AMOUNT = '-';

/**
 * Prefilled values from the URL: price option (`plan` in links of earlier versions), amount of a pay-what-you-want price,
 * quantity, and email address.
 */
export function readPrefill(readField: FieldReader): Pick<TypedValues, 'plan' | 'amount' | 'quantity' | 'email'> {
  const [plan, amount, quantity] = [
    readField('priceOption') || readField('plan'),
    readField('amount'),
    readField('quantity'),
  ].map((value) => value.slice(0, MAX_PREFILL_LENGTH));
  const email = readField('email').slice(0, MAX_EMAIL_LENGTH);
  return {
    ...(plan ? { plan } : {}),
    ...(amount ? { amount } : {}),
    ...(quantity ? { quantity } : {}),
    ...(email ? { email } : {}),
  };
}

const ANSWER_PREFIX = 'f.';

/** Answers to the page's custom fields, by field name. */
const readAnswers = (form: FormData): RawAnswers =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(ANSWER_PREFIX) && typeof value === 'string' ? [[name.slice(ANSWER_PREFIX.length), value]] : [],
    ),
  );

/** The selected or typed amount; null without a pay-what-you-want price. */
const readAmount = (form: FormData, readField: FieldReader): string | null =>
  form.has('amount') ? readField('preset') || normalizeAmountInput(readField('amount')) || NO_AMOUNT : null;

/** Ids of the checked order bumps. */
function readBumps(form: FormData): Pick<CheckoutRequest, 'bumps'> {
  const bumps = form.getAll('bump').filter((value) => typeof value === 'string');
  return bumps.length > 0 ? { bumps } : {};
}

/** Parses the posted order form. */
export function parseOrderForm(slug: string, form: FormData): CheckoutRequest {
  const readField = createFieldReader(form);
  const amount = readAmount(form, readField);
  const [plan, returnTo, checkout] = [readField('plan'), readField('returnTo'), readField('checkout')];
  return {
    slug,
    appliedCoupon: readField('coupon') || null,
    attempt: readField('attempt'),
    email: readField('email'),
    termsAccepted: readField('terms') === 'yes',
    answers: readAnswers(form),
    ...(plan ? { plan } : {}),
    ...(amount === null ? {} : { amount }),
    ...(form.has('quantity') ? { quantity: readField('quantity').slice(0, MAX_PREFILL_LENGTH) } : {}),
    ...readBumps(form),
    ...(readField('trial') === 'no' ? { withoutTrial: true } : {}),
    ...(returnTo ? { returnTo } : {}),
    ...(checkout ? { checkout } : {}),
    ...readSeenPage(readField, plan, amount),
  };
}

/** Reads the price and version that the buyer saw. Omits invalid values. */
function readSeenPage(
  readField: FieldReader,
  optionId: string,
  amount: string | null,
): Pick<CheckoutRequest, 'expected' | 'version'> {
  const currency = readField('currency');
  const version = parseCount(readField('version'));
  const total = isCurrencyCode(currency) ? readExpectedTotal(readField, optionId, amount, currency) : null;
  return {
    ...(total === null ? {} : { expected: { amount: total, currency } }),
    ...(version ? { version } : {}),
  };
}

function readExpectedTotal(
  readField: FieldReader,
  optionId: string,
  amount: string | null,
  currency: string,
): number | null {
  if (amount === null)
    return parseCount(readField(optionId && optionId !== BASE_OPTION ? `expected.${optionId}` : 'expected'));
  const parsed = parsePrice(amount, currency);
  return 'amount' in parsed ? parsed.amount : null;
}

const parseCount = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= MAX_AMOUNT_OF_ANY_CURRENCY ? Number(text) : null;

/** Typed and selected values, for rendering the form again. */
function getTypedValues(order: CheckoutRequest): TypedValues {
  const { email, termsAccepted, answers, plan, amount, quantity, bumps } = order;
  return {
    email: email ?? '',
    terms: Boolean(termsAccepted),
    answers: answers ?? {},
    ...(plan ? { plan } : {}),
    ...(bumps ? { bumps } : {}),
    ...(quantity === undefined ? {} : { quantity }),
    ...(amount === undefined ? {} : { amount: amount === NO_AMOUNT ? '' : amount }),
  };
}

/** Renders the current page with the typed values. Starts no checkout. */
export const createRefreshedForm = (order: CheckoutRequest): OrderActionData => ({
  attempt: order.attempt ?? '',
  withoutTrial: order.withoutTrial ?? false,
  values: getTypedValues(order),
});

/** Returns whether the buyer has entered anything that a redirect would lose. */
export const hasEnteredValues = ({ email, termsAccepted, answers, plan, quantity, bumps }: CheckoutRequest): boolean =>
  Boolean(email || termsAccepted || bumps || quantity || (plan && plan !== BASE_OPTION)) ||
  Object.values(answers ?? {}).some(Boolean);

/** Keeps a coupon code that the buyer has typed but not applied. */
export const keepCode = (answer: OrderActionData, code: string): OrderActionData =>
  code ? { ...answer, values: { code, ...answer.values } } : answer;

/** Renders the form again with the typed values and the error of a coupon code. */
export function createRefusedCoupon(order: CheckoutRequest, code: string, error: FormError): OrderActionData {
  const { values, ...form } = createRefreshedForm(order);
  return { ...form, errors: { coupon: error }, values: { ...values, code }, discounted: null };
}

/** Renders the form again with the typed values and the errors. */
export function createRefusedForm(order: CheckoutRequest, refusal: CheckoutFailure): OrderActionData {
  const { priceChange: since, attemptToken: attempt } = refusal;
  const coupon = order.appliedCoupon ?? '';
  const errors = getCheckoutMessages({ ...refusal, coupon });
  if (order.email === '') errors.email = { message: checkoutPageMessages.form.emailMissing };
  const couponGone = isCouponRejected(refusal);
  const previousValues = getTypedValues(order);
  const terms = Boolean(previousValues.terms) && !since?.termsChanged;
  const newValues = { ...previousValues, terms, ...(couponGone ? { code: coupon } : {}) };
  const withoutTrial = order.withoutTrial || refusal.error.code === 'trial_used';
  const discounted = couponGone ? null : (since?.discounted ?? null);
  return { attempt, errors, values: newValues, discounted, withoutTrial };
}

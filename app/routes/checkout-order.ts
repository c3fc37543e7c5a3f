import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import type { TypedAnswers } from '#domain/custom-field.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { isCouponGone, pressWords } from '#domain/page-since.ts';
import { typedAmount } from '#domain/typed-amount.ts';
import type { PayRequest, RefusedPress } from '#server/shop.ts';

/** Action data, which overrides the loader data in the form. */
export type OrderAnswer = Pick<CheckoutPageProps, 'problems' | 'typed' | 'discounted'> & { attempt?: string };

type Typed = NonNullable<CheckoutPageProps['typed']>;

/** Reads a field of a posted form or a URL query, trimmed. */
export type TextOf = (name: string) => string;

export const textOf =
  (entries: FormData | URLSearchParams): TextOf =>
  (name) => {
    const value = entries.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };

const MOST_TYPED = 40;
/** With a pay-what-you-want price, an emptied field must not fall back to the suggested amount. */
const NO_AMOUNT = '-';

/** Prefilled values from the URL: price option, and amount of a pay-what-you-want price. */
export function typedFrom(text: TextOf): Pick<Typed, 'plan' | 'amount'> {
  const [plan, amount] = [text('plan'), text('amount')].map((value) => value.slice(0, MOST_TYPED));
  return { ...(plan ? { plan } : {}), ...(amount ? { amount } : {}) };
}

const ANSWER = 'f.';

/** Answers to the page's custom fields, by field name. */
const answersFrom = (form: FormData): TypedAnswers =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(ANSWER) && typeof value === 'string' ? [[name.slice(ANSWER.length), value]] : [],
    ),
  );

/** The selected or typed amount; null without a pay-what-you-want price. */
const amountFrom = (form: FormData, text: TextOf): string | null =>
  form.has('amount') ? text('preset') || typedAmount(text('amount')) || NO_AMOUNT : null;

/** Parses the posted order form. */
export function orderFrom(slug: string, form: FormData): PayRequest {
  const text = textOf(form);
  const amount = amountFrom(form, text);
  const [plan, returnTo] = [text('plan'), text('returnTo')];
  return {
    slug,
    appliedCoupon: text('coupon') || null,
    attempt: text('attempt'),
    email: text('email'),
    termsAccepted: text('terms') === 'yes',
    answers: answersFrom(form),
    ...(plan ? { plan } : {}),
    ...(amount === null ? {} : { amount }),
    ...(returnTo ? { returnTo } : {}),
    ...seenBy(text, plan, amount),
  };
}

/** Reads the price and version that the buyer saw. Omits invalid values. */
function seenBy(text: TextOf, plan: string, amount: string | null): Pick<PayRequest, 'expected' | 'version'> {
  const currency = text('currency');
  const version = countFrom(text('version'));
  const total = isCurrencyCode(currency) ? expectedTotal(text, plan, amount, currency) : null;
  return {
    ...(total === null ? {} : { expected: { amount: total, currency } }),
    ...(version ? { version } : {}),
  };
}

function expectedTotal(text: TextOf, plan: string, amount: string | null, currency: string): number | null {
  if (amount === null) return countFrom(text(plan && plan !== BASE_OPTION ? `expected.${plan}` : 'expected'));
  const parsed = parsePrice(amount, currency);
  return 'amount' in parsed ? parsed.amount : null;
}

const countFrom = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** Typed and selected values, for rendering the form again. */
function typedIn({ email, termsAccepted, answers, plan, amount }: PayRequest): Typed {
  return {
    email: email ?? '',
    terms: Boolean(termsAccepted),
    answers: answers ?? {},
    ...(plan ? { plan } : {}),
    ...(amount === undefined ? {} : { amount: amount === NO_AMOUNT ? '' : amount }),
  };
}

/** Renders the current page with the typed values. Starts no checkout. */
export const lookedAgain = (order: PayRequest): OrderAnswer => ({
  attempt: order.attempt ?? '',
  typed: typedIn(order),
});

/** Renders the form again with the typed values and the errors. */
export function refusedOrder(order: PayRequest, paid: RefusedPress): OrderAnswer {
  const { since, attempt } = paid;
  const coupon = order.appliedCoupon ?? '';
  const problems = pressWords({ ...paid, coupon });
  if (order.email === '') problems.email = { message: 'Please enter your email address.' };
  const gone = isCouponGone(paid);
  const before = typedIn(order);
  const terms = Boolean(before.terms) && !since?.termsChanged;
  const typed = { ...before, terms, ...(gone ? { code: coupon } : {}) };
  return { attempt, problems, typed, discounted: gone ? null : (since?.discounted ?? null) };
}

import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { FIELD_LIMITS, MAX_CUSTOM_FIELDS, type TypedAnswers } from '#domain/custom-field.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { isCouponGone, pressWords } from '#domain/page-since.ts';
import { typedAmount } from '#domain/typed-amount.ts';
import type { PayRequest, RefusedPress } from '#server/shop.ts';

/** What the answer to a post draws over what the loader says. */
export type OrderAnswer = Pick<CheckoutPageProps, 'problems' | 'typed' | 'discounted'> & { attempt?: string };

type Typed = NonNullable<CheckoutPageProps['typed']>;

/** A field of a posted form, or of an address: text without blanks around it. */
export type TextOf = (name: string) => string;

export const textOf =
  (entries: FormData | URLSearchParams): TextOf =>
  (name) => {
    const value = entries.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };

const MOST_TYPED = 40;
const ANSWER = 'f.';
/** Where buyers name the price, an emptied field is no amount: it must not become the one that was suggested. */
const NO_AMOUNT = '-';

/** What an address brings along for the form: which price, how much where buyers name it, and answers. */
export function typedFrom(address: URLSearchParams): Pick<Typed, 'plan' | 'amount' | 'answers'> {
  const text = textOf(address);
  const [plan, amount] = [text('plan'), text('amount')].map((value) => value.slice(0, MOST_TYPED));
  return { ...(plan ? { plan } : {}), ...(amount ? { amount } : {}), answers: answersIn(address) };
}

/** Answers by the names of their questions; the first of each, and no more than a page can ask. */
const answersIn = (entries: FormData | URLSearchParams): TypedAnswers =>
  Object.fromEntries(
    [...new Set(entries.keys())]
      .filter((name) => name.startsWith(ANSWER))
      .slice(0, MAX_CUSTOM_FIELDS)
      .map((name) => [name.slice(ANSWER.length), textOf(entries)(name).slice(0, FIELD_LIMITS.long)]),
  );

/** The amount that was picked, or else typed; null where nobody names the price. */
const amountFrom = (form: FormData, text: TextOf): string | null =>
  form.has('amount') ? text('preset') || typedAmount(text('amount')) || NO_AMOUNT : null;

/** The order as its form says it. */
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
    answers: answersIn(form),
    ...(plan ? { plan } : {}),
    ...(amount === null ? {} : { amount }),
    ...(returnTo ? { returnTo } : {}),
    ...seenBy(text, plan, amount),
  };
}

/** What the form says of the page that its buyer saw; nothing where it makes no sense. */
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

/** What was typed and chosen, for the form to have it once more. */
function typedIn({ email, termsAccepted, answers, plan, amount }: PayRequest): Typed {
  return {
    email: email ?? '',
    terms: Boolean(termsAccepted),
    answers: answers ?? {},
    ...(plan ? { plan } : {}),
    ...(amount === undefined ? {} : { amount: amount === NO_AMOUNT ? '' : amount }),
  };
}

/** The page as it is now, with everything that was typed: nothing is ordered by it. */
export const lookedAgain = (order: PayRequest): OrderAnswer => ({
  attempt: order.attempt ?? '',
  typed: typedIn(order),
});

/** The form once more, with everything that was typed, and in words why it was not taken. */
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

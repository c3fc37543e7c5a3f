import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import type { TypedAnswers } from '#domain/custom-field.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
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
/** Where buyers name the price, an emptied field is no amount: it must not become the one that was suggested. */
const NO_AMOUNT = '-';

/** What an address brings along for the form: which price, and how much where buyers name it. */
export function typedFrom(text: TextOf): Pick<Typed, 'plan' | 'amount'> {
  const [plan, amount] = [text('plan'), text('amount')].map((value) => value.slice(0, MOST_TYPED));
  return { ...(plan ? { plan } : {}), ...(amount ? { amount } : {}) };
}

const ANSWER = 'f.';

/** What was typed into the page's own questions, by their names. */
const answersFrom = (form: FormData): TypedAnswers =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(ANSWER) && typeof value === 'string' ? [[name.slice(ANSWER.length), value]] : [],
    ),
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
    answers: answersFrom(form),
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

/** The form once more, with everything that was typed, and in words why it was not taken. */
export function refusedOrder(order: PayRequest, paid: RefusedPress): OrderAnswer {
  const { since, attempt } = paid;
  const coupon = order.appliedCoupon ?? '';
  const problems = pressWords({ ...paid, coupon });
  if (order.email === '') problems.email = { message: 'Please enter your email address.' };
  const gone = isCouponGone(paid);
  const { plan, amount, answers = {} } = order;
  const typed: Typed = {
    email: order.email ?? '',
    terms: Boolean(order.termsAccepted) && !since?.termsChanged,
    answers,
    ...(gone ? { code: coupon } : {}),
    ...(plan ? { plan } : {}),
    ...(amount === undefined ? {} : { amount: amount === NO_AMOUNT ? '' : amount }),
  };
  return { attempt, problems, typed, discounted: gone ? null : (since?.discounted ?? null) };
}

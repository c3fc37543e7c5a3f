import type { Hono } from 'hono';
import { html } from 'hono/html';

import { itemsOf } from '../api/checkout-line-items.ts';
import { completeAuthentication, payCheckoutByDebit, payCheckout, type Outcome } from '../api/complete-checkout.ts';
import { amountsInScope, discountOf, formatAmount } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { findBankByTag, testBanks, type TestBank } from '../payments/bank-debits.ts';
import {
  readBuyer,
  toHolder,
  EMPTY_HOLDER,
  readCardForm,
  cardFields,
  collapsedCardTable,
  formMessage,
  type Holder,
  type HolderErrors,
} from './card-form.ts';
import { alert, authenticationPage, choice, field, nothing, notice, page } from './layout.ts';
import { bankPage, isQuestionOpen, methodForms, startMethodPayment, type MethodFormState } from './method-forms.ts';
import {
  isEmailAddress,
  objectPages,
  type Fields,
  type PageDependencies,
  type PageResult,
} from './page-dependencies.ts';
import { intervalText } from './plan-text.ts';

type Item = Objects['item'];
type Session = Objects['checkout.session'];

const totalText = (session: Session): string => formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');

/** Formats the billing interval with a leading space; empty for a one-time payment. */
const intervalSuffix = (items: Item[]): string => {
  const price = items.find((item) => item.price?.recurring)?.price;
  return price ? ` ${intervalText(price)}` : '';
};

const findMerchantName = (call: CallContext, session: Session): string => {
  const account = getAccount(call);
  const accountName = account.business_profile?.name ?? account.settings?.dashboard.display_name ?? 'Unnamed business';
  return session.branding_settings?.display_name || accountName;
};

/** The amount of an item without a discount and after a trial. */
const fullAmount = ({ price, quantity }: Item): number => (price?.unit_amount ?? 0) * (quantity ?? 1);

const itemRow = (call: CallContext, item: Item, interval: string) => {
  const product = call.repository.find('product', item.price?.product ?? '');
  const [image] = product?.images ?? [];
  return html`<div class="item">
    ${image ? html`<img src="${image}" alt="" />` : nothing}
    <div class="words">
      <h2>${item.description}${item.quantity === 1 ? '' : ` × ${item.quantity}`}</h2>
      ${product?.description ? html`<p>${product.description}</p>` : nothing}
    </div>
    <span class="amount"
      >${formatAmount(fullAmount(item), item.currency)}${item.price?.recurring ? html`<span class="soft small">${interval}</span>` : nothing}</span
    >
  </div>`;
};

const amountRows = (call: CallContext, session: Session, interval: string) => {
  const currency = session.currency ?? 'usd';
  const discount = session.total_details?.amount_discount ?? 0;
  const coupon = call.repository.find('coupon', session.hidden.coupon ?? '');
  return html`<dl class="sum">
    ${
      discount > 0
        ? html`<dt>Subtotal</dt>
            <dd>${formatAmount(session.amount_subtotal ?? 0, currency)}</dd>
            <dt class="off">${coupon?.name ?? 'Discount'}</dt>
            <dd class="off">−${formatAmount(discount, currency)}</dd>`
        : nothing
    }
    <dt class="total">Total due${session.mode === 'subscription' ? ' today' : ''}</dt>
    <dd class="total">${totalText(session)}</dd>
    ${
      session.mode === 'subscription' && trialText(session) === ''
        ? html`<dt class="soft small">Renews at</dt>
            <dd class="soft small">${renewalText(call, session, interval)}</dd>`
        : nothing
    }
  </dl>`;
};

/** Formats the length of a trial: "14 days free"; empty without a trial. */
const trialText = ({ hidden: { trialDays } }: Session): string =>
  trialDays === undefined ? '' : `${trialDays} ${trialDays === 1 ? 'day' : 'days'} free`;

/** Formats what is paid after today. A discount for one payment waits until an amount is due. */
const renewalText = (call: CallContext, session: Session, interval: string): string => {
  const currency = session.currency ?? 'usd';
  const coupon = call.repository.find('coupon', session.hidden.coupon ?? '') ?? null;
  const lines = itemsOf(call, session.id).flatMap((item) =>
    item.price?.recurring ? [{ amount: fullAmount(item), product: item.price.product }] : [],
  );
  const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
  const full = sumOf(lines.map(({ amount }) => amount));
  const discounted = full - discountOf(sumOf(amountsInScope(lines, coupon)), currency, coupon);
  if (coupon?.duration !== 'once') return `${formatAmount(discounted, currency)}${interval}`;
  const next = session.amount_total === 0 ? `${formatAmount(discounted, currency)} once, then ` : '';
  return `${next}${formatAmount(full, currency)}${interval}`;
};

/** The order summary: merchant, items and total. */
const orderSummary = (call: CallContext, session: Session) => {
  const items = itemsOf(call, session.id);
  const [interval, trial] = [intervalSuffix(items), trialText(session)];
  return html`<section class="sheet" aria-label="Order summary">
    <p class="soft">
      ${session.mode === 'subscription' ? 'Subscribe to' : 'Pay'}
      <strong>${findMerchantName(call, session)}</strong>
    </p>
    ${trial === '' ? nothing : html`<p>${trial}, then ${renewalText(call, session, interval)}</p>`}
    ${items.map((item) => itemRow(call, item, interval))} ${amountRows(call, session, interval)}
  </section>`;
};

type DebitFormErrors = { email?: string; name?: string; bank?: string };

const bankOption = ({ tag, number, description }: TestBank, index: number) =>
  choice('radio', 'bank', tag, html`<code>${number}</code> ${description}`, index === 0);

const emailField = (values: PayFormValues, isFixed: boolean, error: string | undefined, id = 'email') =>
  field({
    id,
    name: 'email',
    label: 'Email',
    type: 'email',
    value: values.email,
    error,
    attributes: isFixed ? html`readonly` : html`autocomplete="email"`,
  });

/** The bank debit form, collapsed below the card form when the session allows debits. */
const debitForm = (session: Session, values: PayFormValues, emailIsFixed: boolean, errors?: DebitFormErrors) => {
  if (!session.payment_method_types.includes('us_bank_account')) return nothing;
  return html`<details class="sheet" ${errors ? html` open` : nothing}>
    <summary>Pay by bank debit</summary>
    <form method="post" action="/sandbox/pay/${session.id}/debit" novalidate>
      ${alert(errors && 'Check the marked fields.')}
      <p class="hint">The order is complete right away. The payment succeeds or fails three days later.</p>
      ${emailField(values, emailIsFixed, errors?.email, 'debit-email')}
      ${field({ id: 'debit-name', name: 'name', label: 'Name on account', value: values.name, error: errors?.name, attributes: html`autocomplete="off"` })}
      <fieldset>
        <legend>Test bank account</legend>
        ${testBanks.map(bankOption)} ${errors?.bank ? html`<p class="problem">${errors.bank}</p>` : nothing}
      </fieldset>
      <button>Pay ${totalText(session)} by bank debit</button>
    </form>
  </details>`;
};

type PayFormValues = Holder & { email: string };
type PayFormErrors = HolderErrors & { email?: string };

const payButtonText = (session: Session): string => {
  const { needsCard, trialDays } = session.hidden;
  if (session.amount_total !== 0) return `Pay ${totalText(session)}`;
  if (trialDays !== undefined) return 'Start trial';
  return needsCard ? `Pay ${totalText(session)}` : 'Complete order';
};

/** The form of an open session: Pay first, the cancel link below. */
const payForm = (session: Session, values: PayFormValues, errors: PayFormErrors, emailIsFixed: boolean) => {
  const { needsCard } = session.hidden;
  if (needsCard && !session.payment_method_types.includes('card')) return alert(formMessage(errors));
  return html`<form class="sheet" method="post" action="/sandbox/pay/${session.id}" novalidate>
      ${alert(formMessage(errors))} ${emailField(values, emailIsFixed, errors.email)}
      ${needsCard ? cardFields(values, errors) : field({ name: 'name', label: 'Name', value: values.name })}
      <button name="action" value="pay">${payButtonText(session)}</button>
      ${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Back</a>` : nothing}
    </form>
    ${needsCard ? collapsedCardTable() : nothing}`;
};

const successUrl = (session: Session): string =>
  (session.success_url ?? '/sandbox').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const closedPage = (call: CallContext, session: Session) => {
  const backTo = (url: string | null) =>
    url === null ? nothing : html`<a class="button" href="${url}">Return to ${findMerchantName(call, session)}</a>`;
  if (session.status !== 'complete') {
    const title = 'This checkout session has expired';
    return page(title, notice(title, 'You haven’t been charged.', backTo(session.cancel_url)));
  }
  const isAwaitingPayment = session.payment_status === 'unpaid';
  const title = isAwaitingPayment ? 'Payment processing' : 'Order complete';
  const text = `${findMerchantName(call, session)} has received your order.${isAwaitingPayment ? ' Your bank hasn’t confirmed the payment yet.' : ''}`;
  return page(title, notice(title, text, backTo(successUrl(session))));
};

const initialValues = (call: CallContext, session: Session): PayFormValues => {
  const email =
    session.customer === null ? session.customer_email : call.repository.find('customer', session.customer)?.email;
  return { email: email ?? '', ...EMPTY_HOLDER };
};

const openPage = (
  call: CallContext,
  session: Session,
  values: PayFormValues,
  errors: PayFormErrors,
  debit?: DebitFormErrors,
  method?: MethodFormState,
) => {
  const emailIsFixed = initialValues(call, session).email !== '';
  return page(
    `Pay ${totalText(session)}`,
    html`<h1>${session.mode === 'subscription' ? 'Subscribe' : 'Checkout'}</h1>
      ${orderSummary(call, session)} ${payForm(session, values, errors, emailIsFixed)}
      ${methodForms(session, values, totalText(session), method)}${debitForm(session, values, emailIsFixed, debit)}`,
  );
};

const checkEmail = ({ email }: Buyer): { email?: string } =>
  isEmailAddress(email) ? {} : { email: 'Enter your email address.' };

const toValues = (buyer: Buyer): PayFormValues => ({ email: buyer.email, ...toHolder(buyer) });

const readSessionBuyer = (call: CallContext, session: Session, fields: Fields): Buyer =>
  readBuyer(fields, initialValues(call, session).email || (fields['email'] ?? '').trim());

const renderOutcome = (call: CallContext, session: Session, buyer: Buyer, outcome: Outcome): PageResult => {
  if (outcome.kind === 'done') return { to: successUrl(session) };
  if (outcome.kind === 'authenticate') return { to: `/sandbox/pay/${session.id}/3ds` };
  if (outcome.kind === 'redirect') return { to: `/sandbox/pay/${session.id}/bank` };
  if (outcome.kind === 'voucher') return { to: `/sandbox/voucher/${outcome.intent}` };
  return { body: openPage(call, session, toValues(buyer), { formError: outcome.message }), status: 402 };
};

type Handler = (call: CallContext, session: Session, fields: Fields) => PageResult;

/** Handles a posted form while the session is open. */
const whileOpen = (handle: Handler): Handler => {
  return (call, session, fields) => {
    if (session.status === 'complete') return { to: successUrl(session) };
    return session.status === 'open' ? handle(call, session, fields) : { to: `/sandbox/pay/${session.id}` };
  };
};

/** A request may name any method, whatever the page shows. */
const assertOffered = ({ payment_method_types: types }: Session, type: string): void => {
  if (!types.includes(type)) throw invalidRequest(`The Checkout Session does not offer the payment method ${type}.`);
};

const submitPayment = (now: () => Date): Handler =>
  whileOpen((call, session, fields) => {
    const buyer = readSessionBuyer(call, session, fields);
    const cardForm = session.hidden.needsCard ? readCardForm(fields, buyer, now()) : { card: null, errors: {} };
    const errors = { ...checkEmail(buyer), ...cardForm.errors };
    if (cardForm.card) assertOffered(session, 'card');
    if (Object.keys(errors).length > 0) return { body: openPage(call, session, toValues(buyer), errors), status: 422 };
    return renderOutcome(call, session, buyer, payCheckout(call, session, buyer, cardForm.card));
  });

const submitDebit = whileOpen((call, session, fields) => {
  assertOffered(session, 'us_bank_account');
  const buyer = readSessionBuyer(call, session, fields);
  const bank = findBankByTag(fields['bank'] ?? '');
  const errors = {
    ...checkEmail(buyer),
    ...(buyer.name === '' && { name: 'Enter the name on the account.' }),
    ...(!bank && { bank: 'Choose an account.' }),
  };
  if (!bank || Object.keys(errors).length > 0)
    return { body: openPage(call, session, toValues(buyer), {}, errors), status: 422 };
  return renderOutcome(call, session, buyer, payCheckoutByDebit(call, session, buyer, bank));
});

const payQuestion = (call: CallContext, session: Session) =>
  html`pay <strong>${totalText(session)}</strong> to <strong>${findMerchantName(call, session)}</strong>`;

const showAuthentication: Handler = (call, session) => {
  if (session.status !== 'open' || !session.hidden.awaiting) return { to: `/sandbox/pay/${session.id}` };
  return { body: authenticationPage(`/sandbox/pay/${session.id}/3ds`, payQuestion(call, session)) };
};

const handleAuthentication = whileOpen((call, session, { action }) => {
  if (!session.hidden.awaiting) return { to: `/sandbox/pay/${session.id}` };
  const { buyer } = session.hidden.awaiting;
  return renderOutcome(call, session, buyer, completeAuthentication(call, session, action === 'complete'));
});

const submitMethod = whileOpen((call, session, fields) => {
  const buyer = readSessionBuyer(call, session, fields);
  const result = startMethodPayment(call, session, buyer, fields);
  if ('kind' in result) return renderOutcome(call, session, buyer, result);
  return { body: openPage(call, session, toValues(buyer), {}, undefined, result), status: 422 };
});

const awaitedMethod = (call: CallContext, { hidden: { awaiting } }: Session): string =>
  call.repository.find('payment_method', awaiting?.paymentMethod ?? '')?.type ?? '';

const showBank = (call: CallContext, session: Session, error?: string): PageResult => {
  if (session.status !== 'open' || !session.hidden.awaiting) return { to: `/sandbox/pay/${session.id}` };
  return { body: bankPage(session, awaitedMethod(call, session), payQuestion(call, session), error) };
};

const handleBank: Handler = (call, session, fields) =>
  isQuestionOpen(awaitedMethod(call, session), fields)
    ? showBank(call, session, 'Choose when you want to pay.')
    : handleAuthentication(call, session, fields);

/** The pay page of a checkout session, its 3D Secure page and the page of the buyer's bank or lender. */
export const payPages = (dependencies: PageDependencies): Hono => {
  const { app, get, post } = objectPages(dependencies, 'checkout.session');
  get('', (call, session) => ({
    body:
      session.status === 'open' ? openPage(call, session, initialValues(call, session), {}) : closedPage(call, session),
  }));
  post('', submitPayment(dependencies.now));
  post('/debit', submitDebit);
  get('/3ds', showAuthentication);
  post('/3ds', handleAuthentication);
  post('/method', submitMethod);
  get('/bank', (call, session) => showBank(call, session));
  post('/bank', handleBank);
  return app;
};

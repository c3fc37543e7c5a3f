import { Hono, type Context } from 'hono';
import { html } from 'hono/html';

import { itemsOf } from '../api/checkout-line-items.ts';
import { completeAuthentication, payCheckoutByDebit, payCheckout, type Outcome } from '../api/complete-checkout.ts';
import { formatAmount } from '../core/amounts.ts';
import { resourceMissing } from '../core/api-error.ts';
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
import { authenticationPage, page, alert, field, nothing } from './layout.ts';
import { readFields, type PageDependencies } from './page-dependencies.ts';

type Item = Objects['item'];

const totalText = (session: Session): string => formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');

/** Formats the billing interval with a leading space: " per month", " every 3 months"; empty for a one-time payment. */
const intervalText = (items: Item[]): string => {
  const recurring = items.find((item) => item.price?.recurring)?.price?.recurring;
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? ` per ${recurring.interval}`
    : ` every ${recurring.interval_count} ${recurring.interval}s`;
};

const findMerchantName = (call: CallContext, session: Session): string => {
  const displayName: unknown = session.branding_settings?.display_name;
  if (typeof displayName === 'string' && displayName !== '') return displayName;
  const account = getAccount(call);
  return account.business_profile?.name ?? account.settings?.dashboard.display_name ?? 'A shop';
};

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
      >${formatAmount(item.amount_subtotal, item.currency)}${item.price?.recurring ? html`<span class="soft small">${interval}</span>` : nothing}</span
    >
  </div>`;
};

const amountRows = (call: CallContext, session: Session, interval: string) => {
  const currency = session.currency ?? 'usd';
  const discount = session.total_details?.amount_discount ?? 0;
  const coupon = session.hidden?.coupon ? call.repository.find('coupon', session.hidden.coupon) : undefined;
  return html`<dl class="sum">
    ${
      discount > 0
        ? html`<dt>Subtotal</dt>
            <dd>${formatAmount(session.amount_subtotal ?? 0, currency)}</dd>
            <dt class="off">${coupon?.name ?? 'Discount'}</dt>
            <dd class="off">−${formatAmount(discount, currency)}</dd>`
        : nothing
    }
    <dt class="total">Total${session.mode === 'subscription' ? ' today' : ''}</dt>
    <dd class="total">${totalText(session)}</dd>
    ${
      session.mode === 'subscription'
        ? html`<dt class="soft small">Renewal</dt>
            <dd class="soft small">${renewalText(call, session, interval)}</dd>`
        : nothing
    }
  </dl>`;
};

const renewalText = (call: CallContext, session: Session, interval: string): string => {
  const coupon = session.hidden?.coupon ? call.repository.find('coupon', session.hidden.coupon) : undefined;
  const isLasting = coupon?.duration !== 'once';
  const recurring = itemsOf(call, session.id).filter((item) => item.price?.recurring);
  const amount = recurring.reduce((sum, item) => sum + (isLasting ? item.amount_total : item.amount_subtotal), 0);
  return `${formatAmount(amount, session.currency ?? 'usd')}${interval}`;
};

/** The order summary: merchant, items and total. */
const orderSummary = (call: CallContext, session: Session) => {
  const items = itemsOf(call, session.id);
  const interval = intervalText(items);
  return html`<section class="sheet" aria-label="Order summary">
    <p class="soft">
      ${session.mode === 'subscription' ? 'Subscribe to' : 'Pay'}
      <strong>${findMerchantName(call, session)}</strong>
    </p>
    ${items.map((item) => itemRow(call, item, interval))} ${amountRows(call, session, interval)}
  </section>`;
};

type DebitFormErrors = { email?: string; name?: string; bank?: string };

/** Reads the chosen bank account and returns validation errors. */
const readDebitForm = (
  fields: Record<string, string>,
  buyer: Buyer,
): { bank: TestBank | undefined; errors: DebitFormErrors } => {
  const bank = findBankByTag(fields['bank'] ?? '');
  const errors = {
    ...(buyer.name === '' && { name: 'Enter the name on the account.' }),
    ...(!bank && { bank: 'Choose an account.' }),
  };
  return { bank, errors };
};

const bankOption = ({ tag, number, description }: TestBank, index: number) =>
  html`<label class="choice">
    <input type="radio" name="bank" value="${tag}" ${index === 0 ? html` checked` : nothing} />
    <span><code>${number}</code> ${description}</span>
  </label>`;

/** The bank debit form, collapsed below the card form when the session allows debits. */
const debitForm = (
  session: Objects['checkout.session'],
  values: PayFormValues,
  emailIsFixed: boolean,
  errors?: DebitFormErrors,
) => {
  if (!session.payment_method_types.includes('us_bank_account')) return nothing;
  return html`<details class="sheet" ${errors ? html` open` : nothing}>
    <summary>Pay by bank debit</summary>
    <form method="post" action="/sandbox/pay/${session.id}/debit" novalidate>
      ${alert(errors && 'Please look at the marked fields.')}
      <p class="hint">The money comes days later, or not at all; the order is complete at once.</p>
      ${field({ id: 'debit-email', name: 'email', label: 'E-mail', type: 'email', value: values.email, error: errors?.email, attributes: emailIsFixed ? html`readonly` : html`autocomplete="email"` })}
      ${field({ id: 'debit-name', name: 'name', label: 'Name on account', value: values.name, error: errors?.name, attributes: html`autocomplete="off"` })}
      <fieldset>
        <legend>Test account</legend>
        ${testBanks.map(bankOption)} ${errors?.bank ? html`<p class="problem">${errors.bank}</p>` : nothing}
      </fieldset>
      <button>Pay ${totalText(session)} by debit</button>
    </form>
  </details>`;
};

export type PayFormValues = Holder & { email: string };
export type PayFormErrors = HolderErrors & { email?: string };

/** The form of an open session: Pay first, the cancel link below. */
export const payForm = (
  session: Objects['checkout.session'],
  values: PayFormValues,
  errors: PayFormErrors,
  emailIsFixed: boolean,
) => {
  const isFree = (session.amount_total ?? 0) === 0;
  const needsCard = session.hidden?.needsCard !== false;
  return html`<form class="sheet" method="post" action="/sandbox/pay/${session.id}" novalidate>
      ${alert(formMessage(errors))}
      ${field({ name: 'email', label: 'E-mail', type: 'email', value: values.email, error: errors.email, attributes: emailIsFixed ? html`readonly` : html`autocomplete="email"` })}
      ${needsCard ? cardFields(values, errors) : field({ name: 'name', label: 'Name', value: values.name })}
      <button name="action" value="pay">
        ${isFree && !needsCard ? 'Complete order' : `Pay ${totalText(session)}`}
      </button>
      ${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Leave</a>` : nothing}
    </form>
    ${needsCard ? collapsedCardTable() : nothing}`;
};

export type Session = Objects['checkout.session'];
type PageResult = { to: string } | { body: ReturnType<typeof page>; status: 200 | 402 | 422 };

const successUrl = (session: Session): string =>
  (session.success_url ?? '/sandbox').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const closedPage = (call: CallContext, session: Session) => {
  const isComplete = session.status === 'complete';
  const isAwaitingPayment = session.payment_status === 'unpaid';
  const [title, text] = isComplete
    ? [
        isAwaitingPayment ? 'Ordered' : 'Paid',
        `This order is complete${isAwaitingPayment ? ', its money is not here yet' : ''}. ${findMerchantName(call, session)} has been told.`,
      ]
    : ['This page has expired', 'Nothing was charged.'];
  const [to, label] = isComplete ? [successUrl(session), 'Back to the shop'] : [session.cancel_url, 'Back to the shop'];
  return page(
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      <p>${text}</p>
      ${to ? html`<a class="button" href="${to}">${label}</a>` : ''}
    </section>`,
  );
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
) => {
  const emailIsFixed = initialValues(call, session).email !== '';
  return page(
    `Pay ${totalText(session)}`,
    html`<h1>${session.mode === 'subscription' ? 'Subscribe' : 'Checkout'}</h1>
      ${orderSummary(call, session)} ${payForm(session, values, errors, emailIsFixed)}
      ${debitForm(session, values, emailIsFixed, debit)}`,
  );
};

const showSession = (call: CallContext, id: string, error?: string): PageResult => {
  const session = call.repository.get('checkout.session', id);
  if (session.status !== 'open') return { body: closedPage(call, session), status: 200 };
  return { body: openPage(call, session, initialValues(call, session), { formError: error }), status: 200 };
};

const checkEmail = ({ email }: Buyer): PayFormErrors =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'Enter your e-mail address.' };

const NO_CARD = { card: null, errors: {} };

const respondToOutcome = (call: CallContext, session: Session, outcome: Outcome, values: PayFormValues): PageResult => {
  if (outcome.kind === 'done') return { to: successUrl(session) };
  if (outcome.kind === 'authenticate') return { to: `/sandbox/pay/${session.id}/3ds` };
  return { body: openPage(call, session, values, { formError: outcome.message }), status: 402 };
};

const submitPayment = (call: CallContext, id: string, fields: Record<string, string>, now: Date): PageResult => {
  const session = call.repository.get('checkout.session', id);
  if (session.status === 'complete') return { to: successUrl(session) };
  if (session.status !== 'open') return { to: `/sandbox/pay/${id}` };
  const buyer = readBuyer(fields, initialValues(call, session).email || (fields['email'] ?? '').trim());
  const values = { email: buyer.email, ...toHolder(buyer) };
  const cardForm = session.hidden?.needsCard === false ? NO_CARD : readCardForm(fields, buyer, now);
  const errors = { ...checkEmail(buyer), ...cardForm.errors };
  if (Object.keys(errors).length > 0) return { body: openPage(call, session, values, errors), status: 422 };
  return respondToOutcome(call, session, payCheckout(call, session, buyer, cardForm.card), values);
};

const submitDebit = (call: CallContext, id: string, fields: Record<string, string>): PageResult => {
  const session = call.repository.get('checkout.session', id);
  if (session.status === 'complete') return { to: successUrl(session) };
  if (session.status !== 'open') return { to: `/sandbox/pay/${id}` };
  const buyer = readBuyer(fields, initialValues(call, session).email || (fields['email'] ?? '').trim());
  const values = { email: buyer.email, ...toHolder(buyer) };
  const debitInput = readDebitForm(fields, buyer);
  const errors = { ...checkEmail(buyer), ...debitInput.errors };
  if (!debitInput.bank || Object.keys(errors).length > 0)
    return { body: openPage(call, session, values, {}, errors), status: 422 };
  return respondToOutcome(call, session, payCheckoutByDebit(call, session, buyer, debitInput.bank), values);
};

const authenticationStep = (call: CallContext, id: string): PageResult => {
  const session = call.repository.get('checkout.session', id);
  if (session.status !== 'open' || !session.hidden?.awaiting) return { to: `/sandbox/pay/${id}` };
  const question = html`The pretend bank wants to know whether it is really you who pays
    <strong>${totalText(session)}</strong> to <strong>${findMerchantName(call, session)}</strong>.`;
  return { body: authenticationPage(`/sandbox/pay/${id}/3ds`, question), status: 200 };
};

const handleAuthentication = (call: CallContext, id: string, accepted: boolean): PageResult => {
  const session = call.repository.get('checkout.session', id);
  if (session.status === 'complete') return { to: successUrl(session) };
  if (session.status !== 'open' || !session.hidden?.awaiting) return { to: `/sandbox/pay/${id}` };
  const { buyer } = session.hidden.awaiting;
  const values = { email: buyer.email, ...toHolder(buyer) };
  return respondToOutcome(call, session, completeAuthentication(call, session, accepted), values);
};

/** The pay page of a checkout session and its 3-D Secure page. */
export const payPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  const respond = (c: Context, id: string, render: (call: CallContext) => PageResult) => {
    const account = dependencies.findAccountOf('checkout.session', id);
    if (account === undefined) throw resourceMissing('checkout.session', id);
    const result = dependencies.inTransaction(account, render);
    return 'to' in result ? c.redirect(result.to, 303) : c.html(result.body, result.status);
  };
  app.get('/:id', (c) => respond(c, c.req.param('id'), (call) => showSession(call, c.req.param('id'))));
  app.post('/:id', async (c) => {
    const fields = await readFields(c.req);
    return respond(c, c.req.param('id'), (call) => submitPayment(call, c.req.param('id'), fields, dependencies.now()));
  });
  app.post('/:id/debit', async (c) => {
    const fields = await readFields(c.req);
    return respond(c, c.req.param('id'), (call) => submitDebit(call, c.req.param('id'), fields));
  });
  app.get('/:id/3ds', (c) => respond(c, c.req.param('id'), (call) => authenticationStep(call, c.req.param('id'))));
  app.post('/:id/3ds', async (c) => {
    const { action } = await readFields(c.req);
    return respond(c, c.req.param('id'), (call) =>
      handleAuthentication(call, c.req.param('id'), action === 'complete'),
    );
  });
  return app;
};

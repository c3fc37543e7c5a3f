import type { Context, Hono } from 'hono';
import { html } from 'hono/html';

import { collectInvoice } from '../billing/bill-subscription.ts';
import { findPaymentMethod } from '../billing/subscription-payment-method.ts';
import { updateSubscription, findSubscription } from '../billing/subscription-state.ts';
import { formatAmount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { AUTHENTICATION_FAILED, failIntent } from '../payments/charges.ts';
import { attachPaymentMethod, insertPaymentMethod } from '../payments/payment-methods.ts';
import {
  cardFields,
  collapsedCardTable,
  readBuyer,
  formMessage,
  toHolder,
  EMPTY_HOLDER,
  readCardForm,
  type Holder,
  type HolderErrors,
} from './card-form.ts';
import { type Markup, alert, authenticationPage, heading, nothing, page } from './layout.ts';
import {
  objectPages,
  type Fields,
  type ObjectHandler,
  type PageDependencies,
  type PageResult,
} from './page-dependencies.ts';
import { cardText, formatLineAmount, shortDateText } from './plan-text.ts';
import { getMerchantName } from './portal-session.ts';
import { stateBadge } from './subscriptions-section.ts';

type Invoice = Objects['invoice'];
type PaymentMethod = Objects['payment_method'];
type AmountField = 'amount_due' | 'amount_paid' | 'amount_remaining' | 'subtotal' | 'total';

const formatInvoiceAmount = (invoice: Invoice, field: AmountField): string =>
  formatAmount(invoice[field], invoice.currency);

const findPayingCard = (call: CallContext, invoice: Invoice): string | undefined => {
  const [payment] = call.repository.list('invoice_payment', { invoice: invoice.id }, 1);
  const intent = call.repository.find('payment_intent', (payment?.payment.payment_intent ?? '') as string);
  const method = call.repository.find('payment_method', String(intent?.payment_method));
  return method && cardText(method);
};

const describeState = (call: CallContext, invoice: Invoice): string => {
  const { paid_at: paid, voided_at: voided } = invoice.status_transitions;
  if (paid !== null) {
    const card = invoice.amount_paid > 0 ? findPayingCard(call, invoice) : undefined;
    return `Paid on ${shortDateText(paid)}${card ? ` with ${card}` : ''}.`;
  }
  if (voided !== null) return `Voided on ${shortDateText(voided)}. No payment is due.`;
  if (invoice.status === 'draft') return 'This is a draft. It will be charged soon.';
  if (invoice.next_payment_attempt !== null)
    return `Payment due. It will be retried on ${shortDateText(invoice.next_payment_attempt)}.`;
  return 'Payment due.';
};

const lineRow = (invoice: Invoice, item: Invoice['lines']['data'][number]): Markup =>
  html`<dt>
      ${item.description}<span class="soft small block"
        >${shortDateText(item.period.start)} – ${shortDateText(item.period.end)}</span
      >
    </dt>
    <dd>${formatLineAmount(item.amount, invoice.currency)}</dd>`;

const amountRow = (label: string, value: string, kind = ''): Markup =>
  html`<dt class="${kind}">${label}</dt>
    <dd class="${kind}">${value}</dd>`;

const amountRows = (invoice: Invoice): Markup => {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const balance = invoice.amount_due - invoice.total;
  return html`<dl class="sum">
    ${discount > 0 ? amountRow('Discount', `−${formatAmount(discount, invoice.currency)}`, 'off') : nothing}
    ${discount > 0 || balance !== 0 ? amountRow('Total', formatInvoiceAmount(invoice, 'total')) : nothing}
    ${balance === 0 ? nothing : amountRow('Applied balance', formatLineAmount(balance, invoice.currency))}
    ${amountRow('Amount due', formatInvoiceAmount(invoice, 'amount_due'), 'total')}
    ${invoice.amount_paid > 0 ? amountRow('Paid', formatInvoiceAmount(invoice, 'amount_paid'), 'off') : nothing}
  </dl>`;
};

const invoiceSection = (call: CallContext, invoice: Invoice): Markup =>
  html`<section class="sheet" aria-label="Invoice">
    <div class="row">
      <h2>${invoice.number ?? 'Draft'}</h2>
      ${stateBadge(invoice.status)}
    </div>
    <p class="soft">
      ${describeState(call, invoice)} Billed to ${invoice.customer_name ?? invoice.customer_email ?? 'a customer'} on
      ${shortDateText(invoice.created)}.
    </p>
    <dl class="sum lines">${invoice.lines.data.map((item) => lineRow(invoice, item))}</dl>
    ${amountRows(invoice)}
  </section>`;

/** The invoice of a request; `portal` is the portal session from which the user came. */
type InvoiceView = { call: CallContext; invoice: Invoice; portal: string | null };

const invoicePath = ({ invoice, portal }: InvoiceView, path = ''): string =>
  `/sandbox/invoice/${invoice.id}${path}${portal === null ? '' : `?portal=${portal}`}`;

const isPayable = ({ status }: Invoice): boolean => status === 'open' || status === 'uncollectible';

const findSavedMethod = ({ call, invoice }: InvoiceView): PaymentMethod | null => {
  const subscription = findSubscription(call, invoice);
  return subscription ? findPaymentMethod(call, subscription) : null;
};

const savedCardButton = (view: InvoiceView): Markup => {
  const method = findSavedMethod(view);
  if (!method) return nothing;
  return html`<form class="sheet" method="post" action="${invoicePath(view)}">
    <button class="quiet" name="card" value="saved">Pay with ${cardText(method)}</button>
  </form>`;
};

const payForm = (view: InvoiceView, values: Holder, errors: HolderErrors): Markup =>
  html`${savedCardButton(view)}
    <form class="sheet" method="post" action="${invoicePath(view)}" novalidate>
      ${alert(formMessage(errors))} ${cardFields(values, errors)}
      <button>Pay ${formatInvoiceAmount(view.invoice, 'amount_remaining')}</button>
    </form>
    ${collapsedCardTable()}`;

const backLink = ({ call, portal }: InvoiceView): Markup => {
  const session = portal === null ? undefined : call.repository.find('billing_portal.session', portal);
  if (!session) return nothing;
  const returnUrl = session.flow?.after_completion.redirect?.return_url ?? null;
  const [to, label] =
    returnUrl === null
      ? [`/sandbox/portal/${session.id}?done=`, 'Back to your plan']
      : [returnUrl, `Return to ${getMerchantName(call)}`];
  return html`<a class="button quiet" href="${to}">${label}</a>`;
};

const invoicePage = (view: InvoiceView, values: Holder = EMPTY_HOLDER, errors: HolderErrors = {}): Markup => {
  const { call, invoice } = view;
  return page(
    `Invoice ${invoice.number ?? ''}`,
    html`${heading(formatInvoiceAmount(invoice, invoice.status === 'paid' ? 'amount_paid' : 'amount_due'), {
      above: html`<p class="soft">Invoice from ${getMerchantName(call)}</p>`,
    })}
    ${invoiceSection(call, invoice)} ${isPayable(invoice) ? payForm(view, values, errors) : nothing} ${backLink(view)}`,
    'middle',
  );
};

const findIntent = ({ call, invoice }: InvoiceView): Objects['payment_intent'] | undefined =>
  call.repository.find('payment_intent', invoice.hidden.intent ?? '');

/** Makes the paying card the subscription's default if the subscription saves it. */
const saveMethod = ({ call, invoice }: InvoiceView, method: string): void => {
  const subscription = findSubscription(call, invoice);
  if (!subscription || subscription.default_payment_method === method) return;
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return;
  updateSubscription(call, subscription.id, { default_payment_method: method });
};

const chargeMethod = (view: InvoiceView, method: PaymentMethod, authenticated: boolean, values: Holder): PageResult => {
  const result = collectInvoice(view.call, view.invoice.id, method.id, { authenticated });
  if (result === 'paid') {
    saveMethod(view, method.id);
    return { to: invoicePath(view) };
  }
  if (result === 'requires_action') return { to: invoicePath(view, '/3ds') };
  const formError = findIntent(view)?.last_payment_error?.message ?? 'Your card was declined.';
  const invoice = view.call.repository.get('invoice', view.invoice.id);
  return { body: invoicePage({ ...view, invoice }, values, { formError }), status: 402 };
};

const payInvoice = (view: InvoiceView, fields: Fields, now: Date): PageResult => {
  const { call, invoice } = view;
  if (!isPayable(invoice)) return { to: invoicePath(view) };
  const saved = fields['card'] === 'saved' ? findSavedMethod(view) : null;
  if (saved) return chargeMethod(view, saved, false, EMPTY_HOLDER);
  const buyer = readBuyer(fields, invoice.customer_email ?? '');
  const { card, errors } = readCardForm(fields, buyer, now);
  if (!card) return { body: invoicePage(view, toHolder(buyer), errors), status: 422 };
  const inserted = insertPaymentMethod(call, card, buyer);
  const method = attachPaymentMethod(call, inserted.id, String(invoice.customer));
  return chargeMethod(view, method, false, toHolder(buyer));
};

/** Returns the card that requires 3D Secure, if any. */
const findMethodToAuthenticate = (view: InvoiceView): PaymentMethod | undefined => {
  const intent = findIntent(view);
  return intent?.status === 'requires_action'
    ? view.call.repository.find('payment_method', String(intent.payment_method))
    : undefined;
};

const authenticationStep = (view: InvoiceView): PageResult => {
  if (!isPayable(view.invoice) || !findMethodToAuthenticate(view)) return { to: invoicePath(view) };
  const question = html`pay <strong>${formatInvoiceAmount(view.invoice, 'amount_remaining')}</strong> to
    <strong>${getMerchantName(view.call)}</strong>`;
  return { body: authenticationPage(invoicePath(view, '/3ds'), question) };
};

const handleAuthentication = (view: InvoiceView, accepted: boolean): PageResult => {
  const [method, intent] = [findMethodToAuthenticate(view), findIntent(view)];
  if (!isPayable(view.invoice) || !method || !intent) return { to: invoicePath(view) };
  if (accepted) return chargeMethod(view, method, true, EMPTY_HOLDER);
  failIntent(view.call, intent, method, AUTHENTICATION_FAILED, false);
  return { body: invoicePage(view, EMPTY_HOLDER, { formError: AUTHENTICATION_FAILED.message }), status: 402 };
};

/** The hosted invoice page, with a card form while the invoice is open. */
export const invoicePages = (dependencies: PageDependencies): Hono => {
  const { app, get, post } = objectPages(dependencies, 'invoice');
  const withView =
    (render: (view: InvoiceView, fields: Fields, c: Context) => PageResult): ObjectHandler<'invoice'> =>
    (call, invoice, fields, c) => {
      const portal = /^bps_\w+$/.exec(c.req.query('portal') ?? '')?.[0] ?? null;
      return render({ call, invoice, portal }, fields, c);
    };
  get(
    '',
    withView((view, _fields, c) =>
      c.req.query('waits') !== undefined && findMethodToAuthenticate(view)
        ? { to: invoicePath(view, '/3ds') }
        : { body: invoicePage(view) },
    ),
  );
  get(
    '/pdf',
    withView((view) => ({ to: invoicePath(view) })),
  );
  post(
    '',
    withView((view, fields) => payInvoice(view, fields, dependencies.now())),
  );
  get('/3ds', withView(authenticationStep));
  post(
    '/3ds',
    withView((view, { action }) => handleAuthentication(view, action === 'complete')),
  );
  return app;
};

import { Hono, type Context } from 'hono';
import { html } from 'hono/html';

import { collectInvoice } from '../billing/bill-subscription.ts';
import { findPaymentMethod } from '../billing/subscription-payment-method.ts';
import { updateSubscription, findSubscription } from '../billing/subscription-state.ts';
import { resourceMissing } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { failIntent } from '../payments/charging.ts';
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
import { invoiceSection, formatInvoiceAmount } from './invoice-section.ts';
import type { Markup } from './layout.ts';
import { authenticationPage, alert, nothing, page } from './layout.ts';
import { readFields, type PageDependencies } from './page-dependencies.ts';
import { cardText } from './plan-text.ts';
import { getMerchantName } from './portal-session.ts';

type Invoice = Objects['invoice'];
type PaymentMethod = Objects['payment_method'];
type PageResult = { to: string } | { body: Markup; status: 200 | 402 | 422 };
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
    html`<div class="head">
        <p class="soft">Invoice of ${getMerchantName(call)}</p>
        <h1>${formatInvoiceAmount(invoice, invoice.status === 'paid' ? 'amount_paid' : 'amount_due')}</h1>
      </div>
      ${invoiceSection(call, invoice)} ${isPayable(invoice) ? payForm(view, values, errors) : nothing} ${backLink(view)}`,
    'middle',
  );
};

const findIntent = ({ call, invoice }: InvoiceView): Objects['payment_intent'] | undefined =>
  call.repository.find('payment_intent', invoice.hidden?.intent ?? '');

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

const payInvoice = (view: InvoiceView, fields: Record<string, string>, now: Date): PageResult => {
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

/** Returns the card that requires 3-D Secure, if any. */
const findMethodToAuthenticate = (view: InvoiceView): PaymentMethod | undefined => {
  const intent = findIntent(view);
  return intent?.status === 'requires_action'
    ? view.call.repository.find('payment_method', String(intent.payment_method))
    : undefined;
};

const authenticationStep = (view: InvoiceView): PageResult => {
  if (!isPayable(view.invoice) || !findMethodToAuthenticate(view)) return { to: invoicePath(view) };
  const question = html`The pretend bank wants to know whether it is really you who pays
    <strong>${formatInvoiceAmount(view.invoice, 'amount_remaining')}</strong> to
    <strong>${getMerchantName(view.call)}</strong>.`;
  return { body: authenticationPage(invoicePath(view, '/3ds'), question), status: 200 };
};

const AUTHENTICATION_FAILED = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
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
  const app = new Hono();
  const respond = (c: Context, render: (view: InvoiceView) => PageResult) => {
    const id = c.req.param('id') ?? '';
    const account = dependencies.findAccountOf('invoice', id);
    if (account === undefined) throw resourceMissing('invoice', id);
    const portal = /^bps_\w+$/.exec(c.req.query('portal') ?? '')?.[0] ?? null;
    const result = dependencies.inTransaction(account, (call) =>
      render({ call, invoice: call.repository.get('invoice', id), portal }),
    );
    return 'to' in result ? c.redirect(result.to, 303) : c.html(result.body, result.status);
  };
  app.get('/:id', (c) =>
    respond(c, (view) =>
      c.req.query('waits') !== undefined && findMethodToAuthenticate(view)
        ? { to: invoicePath(view, '/3ds') }
        : { body: invoicePage(view), status: 200 },
    ),
  );
  app.get('/:id/pdf', (c) => respond(c, (view) => ({ to: invoicePath(view) })));
  app.post('/:id', async (c) => {
    const fields = await readFields(c.req);
    return respond(c, (view) => payInvoice(view, fields, dependencies.now()));
  });
  app.get('/:id/3ds', (c) => respond(c, authenticationStep));
  app.post('/:id/3ds', async (c) => {
    const { action } = await readFields(c.req);
    return respond(c, (view) => handleAuthentication(view, action === 'complete'));
  });
  return app;
};

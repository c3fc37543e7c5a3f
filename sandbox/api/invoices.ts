import { collect, type Collected } from '../billing/bill.ts';
import { finalize, voidInvoice } from '../billing/invoice-states.ts';
import { lapseDue } from '../billing/lapse.ts';
import { paymentRefused } from '../billing/refused.ts';
import { endpoint, type Call, type Resource } from '../call.ts';
import { listOf, listing, retrieval, where } from '../listing.ts';
import { asGiven, flag, oneOf, text } from '../params.ts';
import { refusal, type Problem } from '../problem.ts';
import { invoicePaymentsOf } from './invoice-payments.ts';

const filters = {
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  customer: text(),
  subscription: text(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
};

const withoutMethod =
  'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method on the Customer or pass `payment_method`.';

const pay = endpoint(
  'POST /v1/invoices/:id/pay',
  { payment_method: text(), off_session: flag, forgive: flag, mandate: asGiven },
  (call, params, id): object | Problem => {
    const before = call.books.get('invoice', id, 'invoice');
    if (before.status === 'paid') throw refusal('Invoice is already paid');
    if (before.status === 'draft') finalize(call, id);
    const outcome: Collected = collect(call, id, params.payment_method);
    if (outcome === 'no_method') throw refusal(withoutMethod, { code: 'resource_missing' });
    const invoice = call.books.get('invoice', id);
    return outcome === 'paid' ? invoice : paymentRefused(call, invoice, 'invoice');
  },
);

const finalizing = endpoint('POST /v1/invoices/:id/finalize', { auto_advance: flag }, (call, params, id) => {
  const invoice = finalize(call, id);
  if (params.auto_advance === undefined || invoice.status !== 'open') return invoice;
  return call.books.update('invoice', id, { auto_advance: params.auto_advance });
});

/** Voids the invoice and drops a pending update that waits for its payment. */
const voiding = endpoint('POST /v1/invoices/:id/void', {}, (call, _params, id) => {
  voidInvoice(call, id);
  lapseDue(call, id);
  return call.books.get('invoice', id);
});

/** Returns the secret with which a browser would confirm an open invoice's payment. */
const confirmationSecret = (call: Call, invoice: string): object | null => {
  const { status, hidden } = call.books.get('invoice', invoice);
  const intent =
    status === 'open' && hidden?.intent ? call.books.find('payment_intent', hidden.intent) : undefined;
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
};

/** Finalizes and charges a draft one hour after its creation. */
const finalizeDraft = (call: Call, id: string): void => {
  const draft = call.books.find('invoice', id);
  const due = draft?.automatically_finalizes_at ?? null;
  if (draft?.status !== 'draft' || due === null || due > call.now) return;
  if (finalize(call, id).status === 'open') collect(call, id);
};

const retry = (call: Call, id: string): void => {
  const invoice = call.books.find('invoice', id);
  const due = invoice?.next_payment_attempt ?? null;
  if (invoice?.status === 'open' && due !== null && due <= call.now)
    collect(call, id, undefined, { again: true });
};

export const invoices: Resource = {
  endpoints: [
    pay,
    finalizing,
    voiding,
    retrieval('/v1/invoices/:id', 'invoice', 'invoice'),
    listing('/v1/invoices', 'invoice', filters, (params) => [
      ...where('collection_method', params.collection_method),
      ...where('customer', params.customer),
      ...where('parent.subscription_details.subscription', params.subscription),
      ...where('status', params.status),
    ]),
    endpoint('GET /v1/invoices/:id/lines', {}, (call, _params, id) =>
      listOf(`/v1/invoices/${id}/lines`, call.books.get('invoice', id, 'invoice').lines.data),
    ),
  ],
  references: {
    invoice: {
      customer: 'customer',
      default_payment_method: 'payment_method',
      discounts: 'discount',
      confirmation_secret: (call, invoice) => confirmationSecret(call, String(invoice['id'])),
      payments: (call, invoice) => invoicePaymentsOf(call, String(invoice['id'])),
      'parent.subscription_details.subscription': 'subscription',
    },
  },
  alarms: { 'invoice.finalize': finalizeDraft, 'invoice.retry': retry },
};

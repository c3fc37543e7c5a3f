import { collectInvoice, type CollectionResult, paymentFailed } from '../billing/bill-subscription.ts';
import { expirePendingUpdate } from '../billing/drop-pending-update.ts';
import { finalizeInvoice, voidInvoice } from '../billing/invoice-states.ts';
import { previewInvoice } from '../billing/preview-invoice.ts';
import { billingRules } from '../billing/subscription-update-params.ts';
import { invalidRequest, type ApiError } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { toList, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import { anyValue, flag, oneOf, required, shape, text } from '../core/params.ts';
import { whereProperties } from '../core/store.ts';
import { listInvoicePayments } from '../payments/invoice-payments.ts';

const filters = {
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  customer: text(),
  subscription: text(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
};

const MISSING_METHOD_MESSAGE =
  'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method on the Customer or pass `payment_method`.';

const payEndpoint = endpoint(
  'POST /v1/invoices/:id/pay',
  { payment_method: text(), off_session: flag, forgive: flag, mandate: anyValue },
  (call, params, id): object | ApiError => {
    const before = call.repository.get('invoice', id, 'invoice');
    if (before.status === 'paid') throw invalidRequest('Invoice is already paid');
    if (before.status === 'draft') finalizeInvoice(call, id);
    const outcome: CollectionResult = collectInvoice(call, id, params.payment_method);
    if (outcome === 'no_method') throw invalidRequest(MISSING_METHOD_MESSAGE, { code: 'resource_missing' });
    const invoice = call.repository.get('invoice', id);
    return outcome === 'paid' ? invoice : paymentFailed(call, invoice, 'invoice');
  },
);

const finalizeEndpoint = endpoint('POST /v1/invoices/:id/finalize', { auto_advance: flag }, (call, params, id) => {
  const invoice = finalizeInvoice(call, id);
  if (params.auto_advance === undefined || invoice.status !== 'open') return invoice;
  return call.repository.update('invoice', id, { auto_advance: params.auto_advance });
});

const previewRules = {
  customer: text(),
  subscription: required(text()),
  subscription_details: shape(billingRules),
};
const previewEndpoint = endpoint('POST /v1/invoices/create_preview', previewRules, (call, params) => {
  const { customer, subscription } = params;
  const subscriptionCustomer = call.repository.get('subscription', subscription, 'subscription').customer;
  if (customer !== undefined && customer !== subscriptionCustomer)
    throw invalidRequest(
      `The customer ${customer} does not have a subscription with the ID ${subscription}.`,
      'subscription',
    );
  return previewInvoice(call, subscription, params.subscription_details ?? {});
});

const HOUR_S = 3600;

/** Turns the automatic finalization of a draft, or the automatic retries of an open invoice, off or on. */
const updateEndpoint = endpoint('POST /v1/invoices/:id', { auto_advance: required(flag) }, (call, params, id) => {
  const { status } = call.repository.get('invoice', id, 'invoice');
  if (status !== 'draft' && status !== 'open')
    throw invalidRequest(`The sandbox doesn’t update invoices that are ${status}.`, { code: 'invoice_not_editable' });
  if (status === 'open' && params.auto_advance)
    throw invalidRequest('The sandbox doesn’t turn the retries of an open invoice on again.', 'auto_advance');
  const finalizeAt = params.auto_advance ? call.now + HOUR_S : null;
  if (finalizeAt !== null) call.schedule(finalizeAt, 'invoice.finalize', id);
  const change = {
    auto_advance: params.auto_advance,
    automatically_finalizes_at: finalizeAt,
    next_payment_attempt: null,
  };
  return call.update('invoice', id, change, 'invoice.updated');
});

/** Voids the invoice and drops a pending update that waits for its payment. */
const voidEndpoint = endpoint('POST /v1/invoices/:id/void', {}, (call, _params, id) => {
  voidInvoice(call, id);
  expirePendingUpdate(call, id);
  return call.repository.get('invoice', id);
});

/** Returns the secret with which a browser would confirm an open invoice's payment. */
const confirmationSecret = (call: CallContext, invoice: string): object | null => {
  const { status, hidden } = call.repository.get('invoice', invoice);
  if (status !== 'open' || hidden.intent === null) return null;
  return { client_secret: call.repository.get('payment_intent', hidden.intent).client_secret, type: 'payment_intent' };
};

/** Finalizes and charges a draft one hour after its creation. */
const finalizeDraft = (call: CallContext, id: string): void => {
  const draft = call.repository.find('invoice', id);
  const finalizeAt = draft?.automatically_finalizes_at ?? null;
  if (draft?.status !== 'draft' || finalizeAt === null || finalizeAt > call.now) return;
  if (finalizeInvoice(call, id).status === 'open') collectInvoice(call, id);
};

const retryPayment = (call: CallContext, id: string): void => {
  const invoice = call.repository.find('invoice', id);
  const retryAt = invoice?.next_payment_attempt ?? null;
  if (invoice?.status === 'open' && retryAt !== null && retryAt <= call.now)
    collectInvoice(call, id, undefined, { isRetry: true });
};

export const invoices: Resource = {
  endpoints: [
    payEndpoint,
    finalizeEndpoint,
    // Its path must come before the path with an id.
    previewEndpoint,
    updateEndpoint,
    voidEndpoint,
    retrieveEndpoint('/v1/invoices/:id', 'invoice', 'invoice'),
    listEndpoint('/v1/invoices', 'invoice', filters, ({ subscription, ...properties }) =>
      whereProperties({ ...properties, 'parent.subscription_details.subscription': subscription }),
    ),
    endpoint('GET /v1/invoices/:id/lines', {}, (call, _params, id) =>
      toList(`/v1/invoices/${id}/lines`, call.repository.get('invoice', id, 'invoice').lines.data),
    ),
  ],
  references: {
    invoice: {
      customer: 'customer',
      default_payment_method: 'payment_method',
      discounts: 'discount',
      confirmation_secret: (call, invoice) => confirmationSecret(call, String(invoice['id'])),
      payments: (call, invoice) => listInvoicePayments(call, String(invoice['id'])),
      'parent.subscription_details.subscription': 'subscription',
    },
  },
  scheduledTasks: { 'invoice.finalize': finalizeDraft, 'invoice.retry': retryPayment },
};

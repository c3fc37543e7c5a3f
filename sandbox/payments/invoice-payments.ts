import type { CallContext, Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { toList, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { oneOf, required, shape, text } from '../core/params.ts';

type InvoicePayment = Objects['invoice_payment'];

/** Inserts the invoice payment for the amount due, paid by this intent. */
export const insertInvoicePayment = (
  call: CallContext,
  invoice: Objects['invoice'],
  paymentIntent: string,
): InvoicePayment =>
  call.repository.insert('invoice_payment', {
    id: newId('inpay_1', 23),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: call.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });

export const listInvoicePayments = (call: CallContext, invoice: string): object =>
  toList('/v1/invoice_payments', call.repository.list('invoice_payment', { invoice }));

const filters = {
  invoice: text(),
  status: oneOf('open', 'paid', 'canceled'),
  payment: shape({
    type: required(oneOf('payment_intent', 'payment_record')),
    payment_intent: text(),
    payment_record: text(),
  }),
};

export const invoicePayments: Resource = {
  endpoints: [
    retrieveEndpoint('/v1/invoice_payments/:id', 'invoice_payment', 'invoice_payment'),
    listEndpoint('/v1/invoice_payments', 'invoice_payment', filters),
  ],
  references: { invoice_payment: { invoice: 'invoice', 'payment.payment_intent': 'payment_intent' } },
};

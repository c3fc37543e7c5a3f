import { insertInvoicePayment } from '../api/invoice-payments.ts';
import { insertPaymentIntent } from '../api/payment-intents.ts';
import type { Call } from '../call.ts';
import { smallestCharge } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { afterPayment } from './invoice-paid.ts';

type Invoice = Objects['invoice'];

const numberFor = (call: Call, customerId: string): string => {
  const customer = call.books.get('customer', customerId);
  const next = customer.next_invoice_sequence ?? 1;
  call.books.update('customer', customer.id, { next_invoice_sequence: next + 1 });
  return `${customer.invoice_prefix}-${String(next).padStart(4, '0')}`;
};

/** Applies the customer's balance to the total. Credits and amounts below the minimum charge go to the balance. */
const balanced = (call: Call, invoice: Invoice): Partial<Invoice> => {
  const customer = call.books.get('customer', String(invoice.customer));
  const owed = invoice.total + customer.balance;
  const charged = owed >= smallestCharge(invoice.currency) ? owed : 0;
  const ending_balance = owed - charged;
  if (ending_balance !== customer.balance) {
    const after = call.books.update('customer', customer.id, { balance: ending_balance });
    call.emit('customer.updated', after, customer);
  }
  return {
    amount_due: charged,
    amount_remaining: charged,
    starting_balance: customer.balance,
    ending_balance,
  };
};

const intentFor = (call: Call, invoice: Invoice): string => {
  const intent = insertPaymentIntent(call, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: `Subscription ${invoice.billing_reason === 'subscription_create' ? 'creation' : 'update'}`,
    metadata: {},
  });
  return call.books.update('payment_intent', intent.id, {
    customer: String(invoice.customer),
    setup_future_usage: 'off_session',
  }).id;
};

/** Marks an invoice as paid, by `method` or because nothing was due, and applies the effects of the payment. */
export const settle = (call: Call, before: Invoice, method: string | null): Invoice => {
  const invoice = call.books.update('invoice', before.id, {
    amount_paid: before.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: before.attempt_count + (before.amount_due > 0 ? 1 : 0),
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: call.now },
  });
  call.emit('invoice.paid', invoice);
  call.emit('invoice.payment_succeeded', invoice);
  const { payment = null } = invoice.hidden ?? {};
  if (payment !== null)
    call.emit(
      'invoice_payment.paid',
      call.books.update('invoice_payment', payment, {
        amount_paid: invoice.amount_paid,
        status: 'paid',
        status_transitions: { canceled_at: null, paid_at: call.now },
      }),
    );
  afterPayment(call, invoice, method);
  return call.books.get('invoice', invoice.id);
};

/** Finalizes a draft: assigns its number, hosted page and payment. `intent` is an existing payment intent to use. */
export const finalize = (call: Call, id: string, intent?: string): Invoice => {
  const draft = call.books.get('invoice', id, 'invoice');
  if (draft.status !== 'draft')
    throw refusal("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    });
  const due = intent === undefined ? call.books.update('invoice', id, balanced(call, draft)) : draft;
  const kept = due.amount_due > 0 ? (intent ?? intentFor(call, due)) : null;
  const payment = kept === null ? null : insertInvoicePayment(call, due, kept).id;
  const page = `${call.origin}/sandbox/invoice/${id}`;
  const invoice = call.books.update('invoice', id, {
    automatically_finalizes_at: null,
    effective_at: call.now,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    number: numberFor(call, String(draft.customer)),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: call.now },
    hidden: { failedAt: null, refused: null, intent: kept, payment },
  });
  call.emit('invoice.finalized', invoice);
  return kept === null ? settle(call, invoice, null) : invoice;
};

const cancelPayment = (call: Call, invoice: Invoice): void => {
  const { intent = null, payment = null } = invoice.hidden ?? {};
  if (intent === null || payment === null) return;
  const canceled = call.books.update('payment_intent', intent, {
    status: 'canceled',
    canceled_at: call.now,
    cancellation_reason: 'void_invoice',
    next_action: null,
  });
  call.emit('payment_intent.canceled', canceled);
  call.books.update('invoice_payment', payment, {
    status: 'canceled',
    status_transitions: { canceled_at: call.now, paid_at: null },
  });
};

/** Reverses the invoice's change of the customer's balance. */
const giveBalanceBack = (call: Call, invoice: Invoice): void => {
  const moved = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  if (moved === 0 || invoice.ending_balance === null) return;
  const before = call.books.get('customer', String(invoice.customer));
  const after = call.books.update('customer', before.id, { balance: before.balance - moved });
  call.emit('customer.updated', after, before);
};

/** Voids an open or uncollectible invoice. */
export const voidInvoice = (call: Call, id: string): Invoice => {
  const before = call.books.get('invoice', id, 'invoice');
  if (before.status !== 'open' && before.status !== 'uncollectible')
    throw refusal(
      `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible: its status is ${before.status}.`,
    );
  cancelPayment(call, before);
  giveBalanceBack(call, before);
  const voided = call.books.update('invoice', id, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: call.now },
  });
  call.emit('invoice.voided', voided);
  return voided;
};

import { minimumCharge } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { insertInvoicePayment } from '../payments/invoice-payments.ts';
import { insertPaymentIntent } from '../payments/payment-intents.ts';
import { applyPaymentEffects } from './payment-effects.ts';
import { findSubscription, updateSubscription } from './subscription-state.ts';

type Invoice = Objects['invoice'];

const assignNumber = (call: CallContext, customerId: string): string => {
  const customer = call.repository.get('customer', customerId);
  const sequence = customer.next_invoice_sequence ?? 1;
  call.repository.update('customer', customer.id, { next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
};

/** Applies the customer's balance to the total. Credits and amounts below the minimum charge go to the balance. */
const applyBalance = (call: CallContext, invoice: Invoice): Partial<Invoice> => {
  const customer = call.repository.get('customer', String(invoice.customer));
  const owed = invoice.total + customer.balance;
  const amountDue = owed >= minimumCharge(invoice.currency) ? owed : 0;
  const ending_balance = owed - amountDue;
  if (ending_balance !== customer.balance)
    call.update('customer', customer.id, { balance: ending_balance }, 'customer.updated');
  return { amount_due: amountDue, amount_remaining: amountDue, starting_balance: customer.balance, ending_balance };
};

const createIntent = (call: CallContext, invoice: Invoice): string => {
  const intent = insertPaymentIntent(call, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: `Subscription ${invoice.billing_reason === 'subscription_create' ? 'creation' : 'update'}`,
    metadata: {},
  });
  return call.repository.update('payment_intent', intent.id, {
    customer: String(invoice.customer),
    setup_future_usage: 'off_session',
  }).id;
};

/** Marks an invoice as paid, by `method` or because nothing was due, and applies the effects of the payment. */
export const markInvoicePaid = (call: CallContext, before: Invoice, method: string | null): Invoice => {
  const change = {
    amount_paid: before.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: before.attempt_count + (before.amount_due > 0 ? 1 : 0),
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: call.now },
  } as const;
  const invoice = call.update('invoice', before.id, change, 'invoice.paid', 'invoice.payment_succeeded');
  if (invoice.hidden.payment !== null) {
    const status_transitions = { canceled_at: null, paid_at: call.now };
    const paymentChange = { amount_paid: invoice.amount_paid, status: 'paid', status_transitions };
    call.update('invoice_payment', invoice.hidden.payment, paymentChange, 'invoice_payment.paid');
  }
  applyPaymentEffects(call, invoice, method);
  return call.repository.get('invoice', invoice.id);
};

/** Removes the discounts for one invoice that this invoice uses from its subscription. */
const removeUsedDiscounts = (call: CallContext, invoice: Invoice): void => {
  const subscription = findSubscription(call, invoice);
  const isUsed = (id: unknown): boolean => {
    const discount = call.repository.find('discount', String(id));
    const coupon = call.repository.find('coupon', (discount?.source.coupon ?? '') as string);
    return invoice.discounts.includes(String(id)) && coupon?.duration === 'once';
  };
  const discounts = subscription?.discounts.filter((id) => !isUsed(id)) ?? [];
  if (subscription && discounts.length < subscription.discounts.length)
    updateSubscription(call, subscription.id, { discounts });
};

/** Finalizes a draft: assigns its number, hosted page and payment. `intent` is an existing payment intent to use. */
export const finalizeInvoice = (call: CallContext, id: string, intent?: string): Invoice => {
  const draft = call.repository.get('invoice', id, 'invoice');
  if (draft.status !== 'draft')
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    });
  const updatedDraft = intent === undefined ? call.repository.update('invoice', id, applyBalance(call, draft)) : draft;
  const intentId = updatedDraft.amount_due > 0 ? (intent ?? createIntent(call, updatedDraft)) : null;
  const payment = intentId === null ? null : insertInvoicePayment(call, updatedDraft, intentId).id;
  const hostedUrl = `${call.origin}/sandbox/invoice/${id}`;
  const change = {
    automatically_finalizes_at: null,
    effective_at: call.now,
    hosted_invoice_url: hostedUrl,
    invoice_pdf: `${hostedUrl}/pdf`,
    number: assignNumber(call, String(draft.customer)),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: call.now },
    hidden: { ...draft.hidden, intent: intentId, payment },
  } as const;
  const invoice = call.update('invoice', id, change, 'invoice.finalized');
  removeUsedDiscounts(call, invoice);
  return intentId === null ? markInvoicePaid(call, invoice, null) : invoice;
};

const cancelPayment = (call: CallContext, invoice: Invoice): void => {
  const { intent, payment } = invoice.hidden;
  if (intent === null || payment === null) return;
  const change = {
    status: 'canceled',
    canceled_at: call.now,
    cancellation_reason: 'void_invoice',
    next_action: null,
  } as const;
  call.update('payment_intent', intent, change, 'payment_intent.canceled');
  call.repository.update('invoice_payment', payment, {
    status: 'canceled',
    status_transitions: { canceled_at: call.now, paid_at: null },
  });
};

const restoreBalance = (call: CallContext, invoice: Invoice): void => {
  const balanceChange = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  if (balanceChange === 0 || invoice.ending_balance === null) return;
  const { id, balance } = call.repository.get('customer', String(invoice.customer));
  call.update('customer', id, { balance: balance - balanceChange }, 'customer.updated');
};

/** Voids an open or uncollectible invoice. */
export const voidInvoice = (call: CallContext, id: string): Invoice => {
  const before = call.repository.get('invoice', id, 'invoice');
  if (before.status !== 'open' && before.status !== 'uncollectible')
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible: its status is ${before.status}.`,
    );
  cancelPayment(call, before);
  restoreBalance(call, before);
  const change = {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: call.now },
  } as const;
  return call.update('invoice', id, change, 'invoice.voided');
};

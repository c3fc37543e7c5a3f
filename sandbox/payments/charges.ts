import { codeFields } from '../core/api-error.ts';
import type { CallContext, Resource } from '../core/call-context.ts';
import { withoutHidden } from '../core/event-recorder.ts';
import { newId } from '../core/ids.ts';
import { toList, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { text } from '../core/params.ts';
import { insertBalanceTransaction } from './balance-transactions.ts';
import { listRefunds } from './refunds.ts';
import { isStandIn, standInDetails } from './stand-in-methods.ts';
import { findCardByTag, type Decline } from './test-cards.ts';

type Charge = Objects['charge'];
type PaymentMethod = Objects['payment_method'];

const outcomeOf = (decline: Decline | null, blocked: boolean): NonNullable<Charge['outcome']> => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline === null ? 'approved_by_network' : blocked ? 'not_sent_to_network' : 'declined_by_network',
  reason: blocked ? 'highest_risk_level' : (decline?.declineCode ?? decline?.code ?? null),
  risk_level: blocked ? 'highest' : 'normal',
  risk_score: blocked ? 97 : 21,
  seller_message:
    decline === null ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
  type: decline === null ? 'authorized' : blocked ? 'blocked' : 'issuer_declined',
});

const bankDetails = ({ us_bank_account: bank }: PaymentMethod): Charge['payment_method_details'] => {
  const details = {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: bank?.account_holder_type ?? null,
      account_type: bank?.account_type ?? null,
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      payment_reference: null,
      routing_number: bank?.routing_number ?? null,
    },
  };
  return details as unknown as Charge['payment_method_details'];
};

const methodDetails = (charge: { amount: number }, method: PaymentMethod): Charge['payment_method_details'] => {
  if (method.us_bank_account) return bankDetails(method);
  if (isStandIn(method.type)) return standInDetails(method.type);
  const card = method.card;
  const details = {
    type: 'card',
    card: {
      amount_authorized: charge.amount,
      authorization_code: null,
      brand: card?.brand ?? null,
      checks: card?.checks ?? null,
      country: card?.country ?? null,
      electronic_commerce_indicator: null,
      exp_month: card?.exp_month ?? 1,
      exp_year: card?.exp_year ?? 2000,
      fingerprint: card?.fingerprint ?? null,
      funding: card?.funding ?? null,
      installments: null,
      last4: card?.last4 ?? null,
      mandate: null,
      network: card?.brand ?? null,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
  return details as unknown as Charge['payment_method_details'];
};

const EMPTY_FIELDS = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  failure_balance_transaction: null,
  on_behalf_of: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Charge>;

/** Inserts a charge: failed with `decline`, otherwise succeeded. */
export const insertCharge = (
  call: CallContext,
  intent: Objects['payment_intent'],
  method: PaymentMethod,
  decline: Decline | null,
): Charge => {
  const blocked = findCardByTag(method.hidden.behaviorTag)?.blocked ?? false;
  const id = newId('ch_3', 23);
  return call.repository.insert('charge', {
    ...EMPTY_FIELDS,
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: decline === null,
    created: call.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline, blocked),
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(intent, method),
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  });
};

export const charges: Resource = {
  endpoints: [
    retrieveEndpoint('/v1/charges/:id', 'charge', 'charge'),
    listEndpoint('/v1/charges', 'charge', { customer: text(), payment_intent: text() }),
  ],
  references: {
    charge: {
      balance_transaction: 'balance_transaction',
      customer: 'customer',
      payment_intent: 'payment_intent',
      refunds: (call, charge) => toList('/v1/refunds', listRefunds(call, String(charge['id']))),
    },
  },
};

/** Time between a successful payment and the outcome that its test card schedules. */
const HOUR_S = 3600;
const OUTCOME_TASKS: Record<string, string> = {
  dispute_fraudulent: 'dispute.fraudulent',
  dispute_not_received: 'dispute.not_received',
  dispute_inquiry: 'dispute.inquiry',
};

/** The failure of a payment whose cardholder did not pass 3D Secure. */
export const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** The failure of a payment that the buyer did not approve on their bank's page. */
export const REDIRECT_FAILED: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: null,
  message: 'The payment failed. Please choose a different payment method and try again.',
};

type Intent = Objects['payment_intent'];

/** Returns why the payment of an intent failed; `charge` is null when nothing was charged. */
export const lastError = (
  decline: Decline,
  method: PaymentMethod,
  charge: string | null,
  type = charge === null ? 'invalid_request_error' : 'card_error',
): Intent['last_payment_error'] =>
  ({
    ...(charge !== null && { charge }),
    ...codeFields(decline.code),
    ...(decline.declineCode !== null && { decline_code: decline.declineCode }),
    message: decline.message,
    payment_method: withoutHidden(method),
    type,
  }) as unknown as Intent['last_payment_error'];

/** Marks the intent as failed after the card or its issuer has refused the payment. */
export const failIntent = (
  call: CallContext,
  intent: Intent,
  method: PaymentMethod,
  decline: Decline,
  wasCharged: boolean,
): Intent => {
  const charge = wasCharged ? insertCharge(call, intent, method, decline) : null;
  if (charge) call.emit('charge.failed', charge);
  const change = {
    status: 'requires_payment_method',
    last_payment_error: lastError(decline, method, charge?.id ?? null),
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  } as const;
  return call.update('payment_intent', intent.id, change, 'payment_intent.payment_failed');
};

/** Captures a payment: creates the charge and its balance transaction and marks the intent as succeeded. */
export const captureIntent = (call: CallContext, intent: Intent, method: PaymentMethod): Intent => {
  const charge = insertCharge(call, intent, method, null);
  const paidIntent = completeCharge(
    call,
    charge,
    method.hidden.behaviorTag === 'available_at_once' ? 'at once' : 'later',
  );
  const task = OUTCOME_TASKS[method.hidden.behaviorTag];
  if (task !== undefined) call.schedule(call.now + HOUR_S, task, charge.id);
  return paidIntent;
};

/** Marks a charge and its intent as paid and adds the amount to the balance. */
export const completeCharge = (
  call: CallContext,
  charge: Objects['charge'],
  available: 'at once' | 'later',
): Intent => {
  const { id: source, amount, currency, description } = charge;
  const input = { source, type: 'charge', amount, currency, description, available } as const;
  const balance_transaction = insertBalanceTransaction(call, input).id;
  call.update('charge', source, { paid: true, status: 'succeeded', balance_transaction }, 'charge.succeeded');
  const change = {
    status: 'succeeded',
    amount_received: amount,
    last_payment_error: null,
    latest_charge: source,
    next_action: null,
    payment_method: charge.payment_method,
  } as const;
  return call.update('payment_intent', charge.payment_intent ?? '', change, 'payment_intent.succeeded');
};

/** Makes an intent wait for the cardholder, who passes or fails 3D Secure at `url`. */
export const requireAuthentication = (
  call: CallContext,
  intent: string,
  method: PaymentMethod,
  redirect_to_url: { return_url: string | null; url: string | null },
): void => {
  const next_action = { type: 'redirect_to_url', redirect_to_url };
  const change = { status: 'requires_action', next_action, payment_method: method.id } as const;
  call.update('payment_intent', intent, change, 'payment_intent.requires_action');
};

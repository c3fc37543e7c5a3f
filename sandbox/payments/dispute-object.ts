import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];

export const disputeReasons = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;
export type Reason = (typeof disputeReasons)[number];

const DAY_S = 24 * 3600;
const ANSWER_DAYS = 9;

/** Names of the evidence fields; each holds a text or the id of a file. */
export const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;
export type Evidence = { [K in (typeof evidenceFields)[number]]: string | null };

const NO_EVIDENCE = Object.fromEntries(evidenceFields.map((name) => [name, null])) as Evidence;

/** Fills in the evidence that is known about the buyer. */
const initialEvidence = ({ billing_details: { email, name } }: Charge): Dispute['evidence'] => ({
  ...NO_EVIDENCE,
  customer_email_address: email,
  customer_name: name,
  enhanced_evidence: {},
});

const paymentMethodFields = (charge: Charge, inquiry: boolean): Partial<Dispute> => {
  const brand = charge.payment_method_details?.card?.brand;
  if (!brand) return {};
  const network_reason_code = inquiry ? '33' : '10';
  const case_type = inquiry ? 'inquiry' : 'chargeback';
  return {
    network_reason_code,
    payment_method_details: {
      type: 'card',
      card: { brand, case_type, network: brand, network_reason_code },
    },
  };
};

/** Returns the amount of the charge that has not been refunded, or all of it after a full refund. */
export const disputedAmount = ({ amount, amount_refunded: refunded }: Charge): number =>
  amount === refunded ? amount : amount - refunded;

/** Returns the deadline for the seller's answer: the last second of a day. */
export const answerDeadline = (now: number): number => (Math.floor(now / DAY_S) + ANSWER_DAYS + 1) * DAY_S - 1;

export const buildDispute = (now: number, charge: Charge, reason: Reason, inquiry: boolean): Dispute => ({
  id: newId('du_1', 23),
  object: 'dispute',
  amount: disputedAmount(charge),
  balance_transactions: [],
  charge: charge.id,
  created: now,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: initialEvidence(charge),
  evidence_details: {
    due_by: answerDeadline(now),
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: inquiry,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason,
  status: inquiry ? 'warning_needs_response' : 'needs_response',
  ...paymentMethodFields(charge, inquiry),
});

import type Stripe from 'stripe';

import type { PaymentMethodDetails, PendingPayment } from '#domain/payment-methods.ts';
import type { Order } from '#server/ledger/queries/orders.ts';
import { dateOf, expandedObject } from '#server/stripe/stripe-values.ts';

import { toStorableText } from './stripe-snapshot.ts';

/** The columns of an order that say how it was paid, or is being paid. */
type OrderPaymentMethod = Pick<Order, 'paymentMethod' | 'paymentMethodDetails' | 'pendingPayment'>;

/** Reads the payment method of a session that the buyer has completed. `charge`: the newest one, if there is any. */
export function readPaymentMethod(session: Stripe.Checkout.Session, charge: Stripe.Charge | null): OrderPaymentMethod {
  const details = charge?.payment_method_details ?? null;
  const nextAction = expandedObject(session.payment_intent)?.next_action ?? null;
  return {
    paymentMethod: details?.type ?? (nextAction && METHOD_BY_ACTION[nextAction.type]) ?? null,
    paymentMethodDetails: details && readDetails(details),
    pendingPayment: nextAction && readPendingPayment(nextAction),
  };
}

/** Stripe creates the charge of a voucher or transfer when it is paid; until then, the next action names the method. */
const METHOD_BY_ACTION: Readonly<Record<string, string | undefined>> = {
  boleto_display_details: 'boleto',
  konbini_display_details: 'konbini',
  multibanco_display_details: 'multibanco',
  oxxo_display_details: 'oxxo',
  display_bank_transfer_instructions: 'customer_balance',
};

function readDetails(details: Stripe.Charge.PaymentMethodDetails): PaymentMethodDetails {
  const { brand = null, last4 = null } = details.card ?? {};
  return { brand, last4, bank: toStorableText(details.us_bank_account?.bank_name ?? details.ideal?.bank) };
}

function readPendingPayment(action: Stripe.PaymentIntent.NextAction): PendingPayment | null {
  const voucher = action.boleto_display_details ?? action.konbini_display_details ?? action.multibanco_display_details;
  const oxxo = action.oxxo_display_details;
  const transfer = action.display_bank_transfer_instructions;
  const expiresAt = voucher?.expires_at ?? oxxo?.expires_after ?? null;
  const url = (voucher ?? oxxo)?.hosted_voucher_url ?? transfer?.hosted_instructions_url ?? null;
  return voucher || oxxo || transfer
    ? { url, expiresAt: expiresAt === null ? null : dateOf(expiresAt).toISOString() }
    : null;
}

import type { CallContext } from '../core/call-context.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { requireAuthentication } from '../payments/charges.ts';
import { insertStandIn } from '../payments/stand-in-methods.ts';
import { startVoucher, type VoucherOutcome } from '../payments/vouchers.ts';
import { completeCheckout, getOrCreateIntent, type Outcome } from './complete-checkout.ts';

type Session = Objects['checkout.session'];

/** Sends the buyer to the page of a bank or lender, who approves the payment or does not. */
export const payByRedirect = (call: CallContext, session: Session, buyer: Buyer, type: 'ideal' | 'klarna'): Outcome => {
  const method = insertStandIn(call, type, buyer, '');
  requireAuthentication(call, getOrCreateIntent(call, session).id, method, {
    return_url: session.success_url,
    url: `${call.origin}/sandbox/pay/${session.id}/bank`,
  });
  call.repository.updateHidden('checkout.session', session.id, { awaiting: { paymentMethod: method.id, buyer } });
  return { kind: 'redirect' };
};

/** Completes an order with a voucher. It is paid only when the voucher is. */
export const payByVoucher = (call: CallContext, session: Session, buyer: Buyer, outcome: VoucherOutcome): Outcome => {
  completeCheckout(call, session, buyer, insertStandIn(call, 'multibanco', buyer, outcome), startVoucher);
  const { payment_intent: intent } = call.repository.get('checkout.session', session.id);
  return { kind: 'voucher', intent: intent ?? '' };
};

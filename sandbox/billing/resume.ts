import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { invalidRequest } from '../problem.ts';
import { billSubscription } from './bill.ts';
import { requirePaymentMethod } from './cards-of.ts';
import { dropPendingUpdate } from './lapse.ts';
import { startNewPeriod } from './planned-change.ts';
import { resumeWithInvoice } from './resumption.ts';
import { waitForPayment } from './waiting.ts';

type StoredSubscription = Objects['subscription'];
/** Decides whether a failed payment leaves the subscription paused or past_due. */
type ResumeBehavior = 'resume_on_payment_success' | 'resume_on_payment_attempt';

/** Resumes a paused subscription with a new billing period, which is charged at once. */
export const resumeSubscription = (
  call: CallContext,
  id: string,
  behavior: ResumeBehavior = 'resume_on_payment_success',
): StoredSubscription => {
  const paused = call.repository.get('subscription', id);
  if (paused.status !== 'paused')
    throw invalidRequest(`You can only resume a subscription that is paused; this one is ${paused.status}.`);
  requirePaymentMethod(call, paused);
  const current = dropPendingUpdate(call, paused);
  const { lines } = startNewPeriod(call, current.items.data);
  const invoice = billSubscription(call, id, { reason: 'subscription_update', lines, collection: 'now' });
  const subscription = call.repository.get('subscription', id);
  if (invoice.status === 'paid') resumeWithInvoice(call, subscription, invoice, 'active');
  else if (behavior === 'resume_on_payment_attempt') resumeWithInvoice(call, subscription, invoice, 'past_due');
  else
    call.repository.update('subscription', id, {
      hidden: waitForPayment(call, subscription, invoice.id).hidden,
    });
  return call.repository.get('subscription', id);
};

import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { bill } from './bill.ts';
import { requireMethod } from './cards-of.ts';
import { lapse } from './lapse.ts';
import { startOver } from './planned-change.ts';
import { resumeWith } from './resumption.ts';
import { waitForPayment } from './waiting.ts';

type Subscription = Objects['subscription'];
/** Decides whether a failed payment leaves the subscription paused or past_due. */
type Behavior = 'resume_on_payment_success' | 'resume_on_payment_attempt';

/** Resumes a paused subscription with a new billing period, which is charged at once. */
export const resumeSubscription = (
  call: Call,
  id: string,
  behavior: Behavior = 'resume_on_payment_success',
): Subscription => {
  const found = call.books.get('subscription', id);
  if (found.status !== 'paused')
    throw refusal(`You can only resume a subscription that is paused; this one is ${found.status}.`);
  requireMethod(call, found);
  const before = lapse(call, found);
  const { lines } = startOver(call, before.items.data);
  const invoice = bill(call, id, { reason: 'subscription_update', lines, collect: 'now' });
  const billed = call.books.get('subscription', id);
  if (invoice.status === 'paid') resumeWith(call, billed, invoice, 'active');
  else if (behavior === 'resume_on_payment_attempt') resumeWith(call, billed, invoice, 'past_due');
  else call.books.update('subscription', id, { hidden: waitForPayment(call, billed, invoice.id).hidden });
  return call.books.get('subscription', id);
};

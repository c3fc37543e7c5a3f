import { subscriptionUpdateRules } from '../billing/change-params.ts';
import { changeSubscription } from '../billing/change-subscription.ts';
import { expirePendingUpdate } from '../billing/lapse.ts';
import { previewInvoice } from '../billing/preview.ts';
import { resumeSubscription } from '../billing/resume.ts';
import { PENDING_EXPIRY_TASK } from '../billing/waiting.ts';
import { endpoint, type Resource } from '../call.ts';
import { oneOf, required, shape, text } from '../params.ts';
import { invalidRequest } from '../problem.ts';

const update = endpoint('POST /v1/subscriptions/:id', subscriptionUpdateRules, (call, params, id) =>
  changeSubscription(call, id, params),
);

const resumeRules = {
  billing_cycle_anchor: shape({ type: required(oneOf('now')) }),
  payment_behavior: oneOf('resume_on_payment_success', 'resume_on_payment_attempt'),
  proration_behavior: subscriptionUpdateRules.proration_behavior,
};
/** Stripe's default is `resume_on_payment_attempt`: one attempted payment is enough. */
const resume = endpoint('POST /v1/subscriptions/:id/resume', resumeRules, (call, params, id) =>
  resumeSubscription(call, id, params.payment_behavior ?? 'resume_on_payment_attempt'),
);

const previewRules = {
  customer: text(),
  subscription: required(text()),
  subscription_details: shape({
    items: subscriptionUpdateRules.items,
    proration_behavior: subscriptionUpdateRules.proration_behavior,
    proration_date: subscriptionUpdateRules.proration_date,
    billing_cycle_anchor: subscriptionUpdateRules.billing_cycle_anchor,
    trial_end: subscriptionUpdateRules.trial_end,
  }),
};
const preview = endpoint('POST /v1/invoices/create_preview', previewRules, (call, params) => {
  const { customer, subscription } = params;
  const subscriptionCustomer = call.repository.get('subscription', subscription, 'subscription').customer;
  if (customer !== undefined && customer !== subscriptionCustomer)
    throw invalidRequest(`The customer ${customer} does not have a subscription with the ID ${subscription}.`, {
      param: 'subscription',
    });
  return previewInvoice(call, subscription, params.subscription_details ?? {});
});

export const subscriptionChanges: Resource = {
  endpoints: [update, resume, preview],
  scheduledTasks: { [PENDING_EXPIRY_TASK]: expirePendingUpdate },
};

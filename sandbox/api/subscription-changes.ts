import { changeKeys } from '../billing/change-params.ts';
import { changeSubscription } from '../billing/change-subscription.ts';
import { lapseDue } from '../billing/lapse.ts';
import { previewInvoice } from '../billing/preview.ts';
import { resumeSubscription } from '../billing/resume.ts';
import { lapseAlarm } from '../billing/waiting.ts';
import { endpoint, type Resource } from '../call.ts';
import { oneOf, required, shape, text } from '../params.ts';
import { refusal } from '../problem.ts';

const update = endpoint('POST /v1/subscriptions/:id', changeKeys, (call, params, id) =>
  changeSubscription(call, id, params),
);

const resumeKeys = {
  billing_cycle_anchor: shape({ type: required(oneOf('now')) }),
  payment_behavior: oneOf('resume_on_payment_success', 'resume_on_payment_attempt'),
  proration_behavior: changeKeys.proration_behavior,
};
/** Stripe's default is `resume_on_payment_attempt`: one attempted payment is enough. */
const resume = endpoint('POST /v1/subscriptions/:id/resume', resumeKeys, (call, params, id) =>
  resumeSubscription(call, id, params.payment_behavior ?? 'resume_on_payment_attempt'),
);

const previewKeys = {
  customer: text(),
  subscription: required(text()),
  subscription_details: shape({
    items: changeKeys.items,
    proration_behavior: changeKeys.proration_behavior,
    proration_date: changeKeys.proration_date,
    billing_cycle_anchor: changeKeys.billing_cycle_anchor,
    trial_end: changeKeys.trial_end,
  }),
};
const preview = endpoint('POST /v1/invoices/create_preview', previewKeys, (call, params) => {
  const { customer, subscription } = params;
  const owner = call.books.get('subscription', subscription, 'subscription').customer;
  if (customer !== undefined && customer !== owner)
    throw refusal(`The customer ${customer} does not have a subscription with the ID ${subscription}.`, {
      param: 'subscription',
    });
  return previewInvoice(call, subscription, params.subscription_details ?? {});
});

export const subscriptionChanges: Resource = {
  endpoints: [update, resume, preview],
  alarms: { [lapseAlarm]: lapseDue },
};

import { cancelSubscription } from '../billing/cancel-subscription.ts';
import { phaseRule } from '../billing/schedule-phases.ts';
import { releaseSchedule, createSchedule, updateSchedule } from '../billing/schedules.ts';
import { subscriptionUpdateRules } from '../billing/subscription-update-params.ts';
import { invalidRequest } from '../core/api-error.ts';
import { endpoint, type Resource } from '../core/call-context.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import { flag, list, metadata, oneOf, required, text } from '../core/params.ts';

const BASE_PATH = '/v1/subscription_schedules';

const create = endpoint(`POST ${BASE_PATH}`, { from_subscription: required(text()) }, (call, params) =>
  createSchedule(call, params.from_subscription),
);

const updateRules = {
  phases: list(phaseRule),
  end_behavior: oneOf('release', 'cancel'),
  proration_behavior: subscriptionUpdateRules.proration_behavior,
  metadata,
};
const update = endpoint(`POST ${BASE_PATH}/:id`, updateRules, (call, params, id) => updateSchedule(call, id, params));

const release = endpoint(`POST ${BASE_PATH}/:id/release`, { preserve_cancel_date: flag }, (call, _params, id) =>
  releaseSchedule(call, id),
);

const cancel = endpoint(`POST ${BASE_PATH}/:id/cancel`, { invoice_now: flag, prorate: flag }, (call, _params, id) => {
  const schedule = call.repository.get('subscription_schedule', id, 'schedule');
  if (schedule.status !== 'active' || schedule.subscription === null)
    throw invalidRequest(
      `You cannot cancel a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  cancelSubscription(call, schedule.subscription, 'cancellation_requested');
  return call.repository.get('subscription_schedule', id);
});

export const subscriptionSchedules: Resource = {
  endpoints: [
    create,
    update,
    release,
    cancel,
    retrieveEndpoint(`${BASE_PATH}/:id`, 'subscription_schedule', 'schedule'),
    listEndpoint(BASE_PATH, 'subscription_schedule', { customer: text() }),
  ],
  references: {
    subscription_schedule: { customer: 'customer', subscription: 'subscription' },
  },
};

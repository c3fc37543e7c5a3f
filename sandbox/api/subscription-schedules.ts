import { changeKeys } from '../billing/change-params.ts';
import { cancelNow } from '../billing/lifecycle.ts';
import { phaseRule } from '../billing/schedule-phases.ts';
import { phaseEnds, releaseSchedule, scheduleFrom, updateSchedule } from '../billing/schedules.ts';
import { endpoint, type Resource } from '../call.ts';
import { listing, retrieval, where } from '../listing.ts';
import { flag, list, metadata, oneOf, required, text } from '../params.ts';
import { refusal } from '../problem.ts';

const path = '/v1/subscription_schedules';

const create = endpoint(`POST ${path}`, { from_subscription: required(text()) }, (call, params) =>
  scheduleFrom(call, params.from_subscription),
);

const updateKeys = {
  phases: list(phaseRule),
  end_behavior: oneOf('release'),
  proration_behavior: changeKeys.proration_behavior,
  metadata,
};
const update = endpoint(`POST ${path}/:id`, updateKeys, (call, params, id) =>
  updateSchedule(call, id, params),
);

const release = endpoint(`POST ${path}/:id/release`, { preserve_cancel_date: flag }, (call, _params, id) =>
  releaseSchedule(call, id),
);

const cancel = endpoint(
  `POST ${path}/:id/cancel`,
  { invoice_now: flag, prorate: flag },
  (call, _params, id) => {
    const schedule = call.books.get('subscription_schedule', id, 'schedule');
    if (schedule.status !== 'active' || schedule.subscription === null)
      throw refusal(
        `You cannot cancel a subscription schedule that is currently in the \`${schedule.status}\` status.`,
      );
    cancelNow(call, schedule.subscription, 'cancellation_requested');
    return call.books.get('subscription_schedule', id);
  },
);

export const subscriptionSchedules: Resource = {
  endpoints: [
    create,
    update,
    release,
    cancel,
    retrieval(`${path}/:id`, 'subscription_schedule', 'schedule'),
    listing(path, 'subscription_schedule', { customer: text() }, (params) =>
      where('customer', params.customer),
    ),
  ],
  references: {
    subscription_schedule: { customer: 'customer', subscription: 'subscription' },
  },
  alarms: { 'subscription_schedule.phase': phaseEnds },
};

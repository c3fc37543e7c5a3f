import { html } from 'hono/html';

import { cancelSubscription, setCancelAtPeriodEnd } from '../billing/cancel-subscription.ts';
import { releaseSchedule } from '../billing/schedules.ts';
import type { Objects } from '../core/objects.ts';
import { nothing } from './layout.ts';
import { shortDateText, findPlanName } from './plan-text.ts';
import {
  finishAction,
  requireFeature,
  getOwnSubscription,
  pageResult,
  type Portal,
  type PortalResult,
} from './portal-session.ts';

type Markup = ReturnType<typeof html>;
type Subscription = Objects['subscription'];

const REASON_LABELS: Record<string, string> = {
  customer_service: 'The customer service was less than expected',
  low_quality: 'The quality was less than expected',
  missing_features: 'Some features are missing',
  other: 'Another reason',
  switched_service: 'I use another service now',
  too_complex: 'It is too complicated',
  too_expensive: 'It is too expensive',
  unused: 'I don’t use it enough',
};

/** Returns whether the subscription ends at once: as configured, or because no paid period is left. */
const endsNow = ({ configuration }: Portal, { status }: Subscription): boolean =>
  configuration.features.subscription_cancel.mode === 'immediately' ||
  !['active', 'trialing', 'past_due'].includes(status);

const reasonFields = ({ configuration }: Portal): Markup => {
  const { enabled, options } = configuration.features.subscription_cancel.cancellation_reason;
  if (!enabled) return nothing;
  return html`<fieldset>
      <legend>Why do you cancel? <span class="soft">You may leave this out.</span></legend>
      ${options.map(
        (option) =>
          html`<label class="choice"
            ><input type="radio" name="feedback" value="${option}" /> ${REASON_LABELS[option] ?? option}</label
          >`,
      )}
    </fieldset>
    <div class="field">
      <label for="comment">Anything else?</label>
      <textarea id="comment" name="comment" rows="3" maxlength="500"></textarea>
    </div>`;
};

/** The confirmation page of a cancellation, with its date. */
export const cancelPage = (portal: Portal, id: string): PortalResult => {
  requireFeature(portal, 'subscription_cancel');
  const subscription = getOwnSubscription(portal, id);
  if (subscription.cancel_at !== null) return { to: portal.basePath };
  const planName = findPlanName(portal.call, subscription);
  const periodEnd = subscription.items.data[0]?.current_period_end ?? portal.call.now;
  const explanation = endsNow(portal, subscription)
    ? 'It ends at once.'
    : `It stays as it is until ${shortDateText(periodEnd)} and then ends. Until that day you can take this back.`;
  const body = html`<form class="sheet" method="post" action="${portal.basePath}/cancel/${id}">
    <p>Your <strong>${planName}</strong> plan will not be charged again. ${explanation}</p>
    ${reasonFields(portal)}
    <button class="danger wide">Cancel plan</button>
    <a
      class="button quiet"
      href="${portal.session.flow ? (portal.session.return_url ?? portal.basePath) : portal.basePath}"
      >Keep plan</a
    >
  </form>`;
  return pageResult(portal, 'Cancel your plan?', body);
};

export const cancelPlan = (portal: Portal, id: string, fields: Record<string, string>): PortalResult => {
  requireFeature(portal, 'subscription_cancel');
  const { call, configuration } = portal;
  const subscription = getOwnSubscription(portal, id);
  const { options } = configuration.features.subscription_cancel.cancellation_reason;
  const feedback = options.find((option) => option === fields['feedback']) ?? null;
  const comment = fields['comment']?.trim().slice(0, 500) || null;
  if (subscription.schedule !== null) releaseSchedule(call, String(subscription.schedule));
  if (endsNow(portal, subscription)) cancelSubscription(call, id, 'cancellation_requested', { comment, feedback });
  else setCancelAtPeriodEnd(call, id, true, { comment, feedback });
  return finishAction(portal, 'canceled');
};

/** Undoes a scheduled cancellation. */
export const undoCancellation = (portal: Portal, id: string): PortalResult => {
  requireFeature(portal, 'subscription_cancel');
  setCancelAtPeriodEnd(portal.call, getOwnSubscription(portal, id).id, false);
  return { to: `${portal.basePath}?done=undone` };
};

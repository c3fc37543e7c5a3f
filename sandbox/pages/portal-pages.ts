import type { Context, Hono } from 'hono';
import { html } from 'hono/html';

import type { Flow } from '../api/portal-sessions.ts';
import { cancelSubscription, setCancelAtPeriodEnd } from '../billing/cancel-subscription.ts';
import { releaseSchedule } from '../billing/schedules.ts';
import type { Objects } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { choice, nothing } from './layout.ts';
import {
  objectPages,
  type Fields,
  type ObjectHandler,
  type PageDependencies,
  type PageResult,
} from './page-dependencies.ts';
import { shortDateText, findPlanName } from './plan-text.ts';
import {
  handleCardAuthentication,
  confirmStart,
  cardPage,
  cardAuthenticationPage,
  saveCard,
  startPlan,
} from './portal-card.ts';
import { portalOverviewPage } from './portal-overview.ts';
import { changePlan, confirmPage, undoScheduledChange, plansPage } from './portal-plan.ts';
import {
  endPage,
  withPortal,
  type Portal,
  finishAction,
  requireFeature,
  getOwnSubscription,
  pageResult,
} from './portal-session.ts';

type Subscription = Objects['subscription'];

const REASON_LABELS: Record<string, string> = {
  customer_service: 'Customer service was less than expected',
  low_quality: 'Quality was less than expected',
  missing_features: 'Some features are missing',
  other: 'Other reason',
  switched_service: 'I’m switching to a different service',
  too_complex: 'Ease of use was less than expected',
  too_expensive: 'It’s too expensive',
  unused: 'I don’t use the service enough',
};

/** Returns whether the subscription ends at once: as configured, or because no paid period is left. */
const endsNow = ({ configuration }: Portal, { status }: Subscription): boolean =>
  configuration.features.subscription_cancel.mode === 'immediately' ||
  !['active', 'trialing', 'past_due'].includes(status);

const reasonFields = ({ configuration }: Portal): Markup => {
  const { enabled, options } = configuration.features.subscription_cancel.cancellation_reason;
  if (!enabled) return nothing;
  return html`<fieldset>
      <legend>Why are you canceling? <span class="soft">Optional.</span></legend>
      ${options.map((option) => choice('radio', 'feedback', option, html`${REASON_LABELS[option] ?? option}`, false))}
    </fieldset>
    <div class="field">
      <label for="comment">Any additional feedback?</label>
      <textarea id="comment" name="comment" rows="3" maxlength="500"></textarea>
    </div>`;
};

/** The confirmation page of a cancellation, with its date. */
const cancelPage = (portal: Portal, id: string): PageResult => {
  requireFeature(portal, 'subscription_cancel');
  const subscription = getOwnSubscription(portal, id);
  if (subscription.cancel_at !== null) return { to: portal.basePath };
  const planName = findPlanName(portal.call, subscription);
  const periodEnd = subscription.items.data[0]?.current_period_end ?? portal.call.now;
  const explanation = endsNow(portal, subscription)
    ? 'It ends right away.'
    : `It stays active until ${shortDateText(periodEnd)}. If you change your mind, you can undo this until then.`;
  const body = html`<form class="sheet" method="post" action="${portal.basePath}/cancel/${id}">
    <p>You won’t be charged for your <strong>${planName}</strong> plan again. ${explanation}</p>
    ${reasonFields(portal)}
    <button class="danger wide">Cancel plan</button>
    <a
      class="button quiet"
      href="${portal.session.flow ? (portal.session.return_url ?? portal.basePath) : portal.basePath}"
      >Go back</a
    >
  </form>`;
  return pageResult(portal, 'Cancel your plan?', body);
};

const cancelPlan = (portal: Portal, id: string, fields: Record<string, string>): PageResult => {
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

const undoCancellation = (portal: Portal, id: string): PageResult => {
  requireFeature(portal, 'subscription_cancel');
  setCancelAtPeriodEnd(portal.call, getOwnSubscription(portal, id).id, false);
  return { to: `${portal.basePath}?done=undone` };
};

/** Returns the path that a deep link opens. */
const flowPath = (flow: Flow): string => {
  const confirm = flow.subscription_update_confirm;
  if (confirm) return `plan/${confirm.subscription}/${confirm.items[0]?.price ?? ''}`;
  if (flow.subscription_update) return `plan/${flow.subscription_update.subscription}`;
  if (flow.subscription_cancel) return `cancel/${flow.subscription_cancel.subscription}`;
  return 'card';
};

const homePage = (portal: Portal, done: string | undefined): PageResult => {
  const { flow, hidden } = portal.session;
  if (flow && !hidden.finished && done === undefined) return { to: `${portal.basePath}/${flowPath(flow)}` };
  return portalOverviewPage(portal, done);
};

const donePage = (portal: Portal): PageResult => {
  const message = portal.session.flow?.after_completion.hosted_confirmation?.custom_message;
  return { body: endPage('Done', message ?? 'Your changes were saved. You can close this page.', portal) };
};

/** The customer portal: pages for plan, card and invoices. A refused action shows its error on the overview. */
export const portalPages = (dependencies: PageDependencies): Hono => {
  type Handler = (portal: Portal, c: Context, fields: Fields) => PageResult;
  const inPortal =
    (handler: Handler): ObjectHandler<'billing_portal.session'> =>
    (call, session, fields, c) =>
      withPortal(call, session, (portal) => handler(portal, c, fields));
  const { app, get, post } = objectPages(dependencies, 'billing_portal.session', (error) =>
    inPortal((portal) => portalOverviewPage(portal, undefined, error.message)),
  );
  const planId = (c: Context): string => c.req.param('plan') ?? '';
  const priceId = (c: Context): string => c.req.param('price') ?? '';
  const show = (path: string, handler: Handler) => get(path, inPortal(handler));
  const submit = (path: string, handler: Handler) => post(path, inPortal(handler));

  show('', (portal, c) => homePage(portal, c.req.query('done')));
  show('/done', donePage);
  show('/card', (portal) => cardPage(portal));
  submit('/card', (portal, _c, fields) => saveCard(portal, fields, dependencies.now()));
  show('/card/3ds', cardAuthenticationPage);
  submit('/card/3ds', (portal, _c, { action }) => handleCardAuthentication(portal, action === 'complete'));
  show('/start/:plan', (portal, c) => confirmStart(portal, planId(c)));
  submit('/start/:plan', (portal, c) => startPlan(portal, planId(c)));
  show('/cancel/:plan', (portal, c) => cancelPage(portal, planId(c)));
  submit('/cancel/:plan', (portal, c, fields) => cancelPlan(portal, planId(c), fields));
  submit('/undo/:plan', (portal, c) => undoCancellation(portal, planId(c)));
  show('/plan/:plan', (portal, c) => plansPage(portal, planId(c)));
  show('/plan/:plan/:price', (portal, c) => confirmPage(portal, planId(c), priceId(c)));
  submit('/plan/:plan/:price', (portal, c) => changePlan(portal, planId(c), priceId(c)));
  submit('/keep/:plan', (portal, c) => undoScheduledChange(portal, planId(c)));
  return app;
};

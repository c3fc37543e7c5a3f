import { Hono, type Context } from 'hono';
import { html } from 'hono/html';

import type { Flow } from '../api/portal-sessions.ts';
import { cancelSubscription, setCancelAtPeriodEnd } from '../billing/cancel-subscription.ts';
import { releaseSchedule } from '../billing/schedules.ts';
import { ApiError, resourceMissing } from '../core/api-error.ts';
import type { Objects } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { nothing } from './layout.ts';
import { readFields, type PageDependencies } from './page-dependencies.ts';
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
  getMerchantName,
  portalPage,
  withPortal,
  type Portal,
  type PortalResult,
  finishAction,
  requireFeature,
  getOwnSubscription,
  pageResult,
} from './portal-session.ts';

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
const cancelPage = (portal: Portal, id: string): PortalResult => {
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

const cancelPlan = (portal: Portal, id: string, fields: Record<string, string>): PortalResult => {
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
const undoCancellation = (portal: Portal, id: string): PortalResult => {
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

const homePage = (portal: Portal, done: string | undefined): PortalResult => {
  const { flow, hidden } = portal.session;
  if (flow && !hidden?.finished && done === undefined) return { to: `${portal.basePath}/${flowPath(flow)}` };
  return portalOverviewPage(portal, done);
};

const donePage = ({ call, session }: Portal): PortalResult => {
  const message = session.flow?.after_completion.hosted_confirmation?.custom_message;
  const body = html`<section class="sheet">
    <p>${message ?? 'Everything is saved. You can close this page.'}</p>
    ${session.return_url === null ? nothing : html`<a class="button" href="${session.return_url}">Return to ${getMerchantName(call)}</a>`}
  </section>`;
  return { body: portalPage('Done', nothing, body), status: 200 };
};

/** Runs one request of a portal session; a refused action is rolled back and its error shown on the overview. */
const respond = (
  dependencies: PageDependencies,
  c: Context,
  handler: (portal: Portal) => PortalResult,
): Response | Promise<Response> => {
  const id = c.req.param('session') ?? '';
  const account = dependencies.findAccountOf('billing_portal.session', id);
  if (account === undefined) throw resourceMissing('billing_portal.session', id);
  const run = (render: (portal: Portal) => PortalResult): PortalResult =>
    dependencies.inTransaction(account, (call) => withPortal(call, id, render));
  let result: PortalResult;
  try {
    result = run(handler);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 402)) throw error;
    result = run((portal) => portalOverviewPage(portal, undefined, error.message));
  }
  return 'to' in result ? c.redirect(result.to, 303) : c.html(result.body, result.status);
};

/** The customer portal: pages for plan, card and invoices. */
export const portalPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  const get = (path: string, handler: (portal: Portal, c: Context) => PortalResult): void => {
    app.get(`/:session${path}`, (c) => respond(dependencies, c, (portal) => handler(portal, c)));
  };
  type Fields = Record<string, string>;
  const post = (path: string, handler: (portal: Portal, c: Context, fields: Fields) => PortalResult): void => {
    app.post(`/:session${path}`, async (c) => {
      const fields = await readFields(c.req);
      return respond(dependencies, c, (portal) => handler(portal, c, fields));
    });
  };
  const planId = (c: Context): string => c.req.param('plan') ?? '';
  const priceId = (c: Context): string => c.req.param('price') ?? '';

  get('', (portal, c) => homePage(portal, c.req.query('done')));
  get('/done', donePage);
  get('/card', (portal) => cardPage(portal));
  post('/card', (portal, _c, fields) => saveCard(portal, fields, dependencies.now()));
  get('/card/3ds', cardAuthenticationPage);
  post('/card/3ds', (portal, _c, { action }) => handleCardAuthentication(portal, action === 'complete'));
  get('/start/:plan', (portal, c) => confirmStart(portal, planId(c)));
  post('/start/:plan', (portal, c) => startPlan(portal, planId(c)));
  get('/cancel/:plan', (portal, c) => cancelPage(portal, planId(c)));
  post('/cancel/:plan', (portal, c, fields) => cancelPlan(portal, planId(c), fields));
  post('/undo/:plan', (portal, c) => undoCancellation(portal, planId(c)));
  get('/plan/:plan', (portal, c) => plansPage(portal, planId(c)));
  get('/plan/:plan/:price', (portal, c) => confirmPage(portal, planId(c), priceId(c)));
  post('/plan/:plan/:price', (portal, c) => changePlan(portal, planId(c), priceId(c)));
  post('/keep/:plan', (portal, c) => undoScheduledChange(portal, planId(c)));
  return app;
};

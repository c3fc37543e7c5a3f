import { Hono, type Context } from 'hono';
import { html } from 'hono/html';

import type { Flow } from '../api/portal-sessions.ts';
import { ApiError, resourceMissing } from '../core/api-error.ts';
import { nothing } from './layout.ts';
import { readFields, type PageDependencies } from './page-dependencies.ts';
import { cancelPage, cancelPlan, undoCancellation } from './portal-cancel.ts';
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
import { getMerchantName, portalPage, withPortal, type Portal, type PortalResult } from './portal-session.ts';

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

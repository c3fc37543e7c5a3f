import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Flow } from '../api/portal-sessions.ts';
import { Problem, noSuch } from '../problem.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { nothing } from './layout.ts';
import { cancelPage, cancelPlan, undoCancel } from './portal-cancel.ts';
import {
  answerCardQuestion,
  askToStart,
  cardPage,
  cardQuestion,
  saveCard,
  startPlan,
} from './portal-card.ts';
import { merchantName, portalPage, visit, type Portal, type Step } from './portal-frame.ts';
import { overviewOf } from './portal-overview.ts';
import { changePlan, confirmPage, keepPlan, plansPage } from './portal-plan.ts';

/** Returns the path that a deep link opens. */
const partOf = (flow: Flow): string => {
  const confirm = flow.subscription_update_confirm;
  if (confirm) return `plan/${confirm.subscription}/${confirm.items[0]?.price ?? ''}`;
  if (flow.subscription_update) return `plan/${flow.subscription_update.subscription}`;
  if (flow.subscription_cancel) return `cancel/${flow.subscription_cancel.subscription}`;
  return 'card';
};

const front = (portal: Portal, done: string | undefined): Step => {
  const { flow, hidden } = portal.session;
  if (flow && !hidden?.finished && done === undefined) return { to: `${portal.base}/${partOf(flow)}` };
  return overviewOf(portal, done);
};

const donePage = ({ call, session }: Portal): Step => {
  const words = session.flow?.after_completion.hosted_confirmation?.custom_message;
  const body = html`<section class="sheet">
    <p>${words ?? 'Everything is saved. You can close this page.'}</p>
    ${session.return_url === null ? nothing : html`<a class="button" href="${session.return_url}">Return to ${merchantName(call)}</a>`}
  </section>`;
  return { body: portalPage('Done', nothing, body), status: 200 };
};

/** Runs one request of a portal session; a refused action is rolled back and its error shown on the overview. */
const answer = (desk: Desk, c: Context, work: (portal: Portal) => Step): Response | Promise<Response> => {
  const id = c.req.param('session') ?? '';
  const account = desk.holderOf('billing_portal.session', id);
  if (account === undefined) throw noSuch('billing_portal.session', id);
  const act = (one: (portal: Portal) => Step): Step => desk.act(account, (call) => visit(call, id, one));
  let step: Step;
  try {
    step = act(work);
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 400 && error.status !== 402)) throw error;
    step = act((portal) => overviewOf(portal, undefined, error.message));
  }
  return 'to' in step ? c.redirect(step.to, 303) : c.html(step.body, step.status);
};

/** The customer portal: pages for plan, card and invoices. */
export const portalPages = (desk: Desk): Hono => {
  const app = new Hono();
  const get = (path: string, work: (portal: Portal, c: Context) => Step): void => {
    app.get(`/:session${path}`, (c) => answer(desk, c, (portal) => work(portal, c)));
  };
  type Fields = Record<string, string>;
  const post = (path: string, work: (portal: Portal, c: Context, fields: Fields) => Step): void => {
    app.post(`/:session${path}`, async (c) => {
      const fields = await fieldsOf(c.req);
      return answer(desk, c, (portal) => work(portal, c, fields));
    });
  };
  const plan = (c: Context): string => c.req.param('plan') ?? '';
  const price = (c: Context): string => c.req.param('price') ?? '';

  get('', (portal, c) => front(portal, c.req.query('done')));
  get('/done', donePage);
  get('/card', (portal) => cardPage(portal));
  post('/card', (portal, _c, fields) => saveCard(portal, fields, desk.now()));
  get('/card/3ds', cardQuestion);
  post('/card/3ds', (portal, _c, { action }) => answerCardQuestion(portal, action === 'complete'));
  get('/start/:plan', (portal, c) => askToStart(portal, plan(c)));
  post('/start/:plan', (portal, c) => startPlan(portal, plan(c)));
  get('/cancel/:plan', (portal, c) => cancelPage(portal, plan(c)));
  post('/cancel/:plan', (portal, c, fields) => cancelPlan(portal, plan(c), fields));
  post('/undo/:plan', (portal, c) => undoCancel(portal, plan(c)));
  get('/plan/:plan', (portal, c) => plansPage(portal, plan(c)));
  get('/plan/:plan/:price', (portal, c) => confirmPage(portal, plan(c), price(c)));
  post('/plan/:plan/:price', (portal, c) => changePlan(portal, plan(c), price(c)));
  post('/keep/:plan', (portal, c) => keepPlan(portal, plan(c)));
  return app;
};

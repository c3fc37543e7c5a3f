import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { answerAuthentication, debitCheckout, payCheckout, type Outcome } from '../complete-checkout.ts';
import type { Buyer, Objects } from '../objects.ts';
import { noSuch } from '../problem.ts';
import { authenticationPage } from './authentication.ts';
import { debitForm, readDebitForm, type DebitProblems } from './debit-form.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { page } from './layout.ts';
import { payForm, type Problems, type Typed } from './pay-form.ts';
import { merchantOf, summary, totalText } from './summary.ts';
import { buyerOf, holderOf, noHolder, readCardForm } from './typed-card.ts';

type Session = Objects['checkout.session'];
type Step = { to: string } | { body: ReturnType<typeof page>; status: 200 | 402 | 422 };

const successAddress = (session: Session): string =>
  (session.success_url ?? '/sandbox').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const closedPage = (call: Call, session: Session) => {
  const done = session.status === 'complete';
  const waits = session.payment_status === 'unpaid';
  const [title, text] = done
    ? [
        waits ? 'Ordered' : 'Paid',
        `This order is complete${waits ? ', its money is not here yet' : ''}. ${merchantOf(call, session)} has been told.`,
      ]
    : ['This page has expired', 'Nothing was charged.'];
  const [to, label] = done
    ? [successAddress(session), 'Back to the shop']
    : [session.cancel_url, 'Back to the shop'];
  return page(
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      <p>${text}</p>
      ${to ? html`<a class="button" href="${to}">${label}</a>` : ''}
    </section>`,
  );
};

const emptyForm = (call: Call, session: Session): Typed => {
  const email =
    session.customer === null ? session.customer_email : call.books.find('customer', session.customer)?.email;
  return { email: email ?? '', ...noHolder };
};

const openPage = (call: Call, session: Session, typed: Typed, problems: Problems, debit?: DebitProblems) => {
  const fixed = emptyForm(call, session).email !== '';
  return page(
    `Pay ${totalText(session)}`,
    html`<h1>${session.mode === 'subscription' ? 'Subscribe' : 'Checkout'}</h1>
      ${summary(call, session)} ${payForm(session, typed, problems, fixed)}
      ${debitForm(session, typed, fixed, debit)}`,
  );
};

const view = (call: Call, id: string, problem?: string): Step => {
  const session = call.books.get('checkout.session', id);
  if (session.status !== 'open') return { body: closedPage(call, session), status: 200 };
  return { body: openPage(call, session, emptyForm(call, session), { whole: problem }), status: 200 };
};

const emailProblem = ({ email }: Buyer): Problems =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'Enter your e-mail address.' };

const noCard = { card: null, problems: {} };

const next = (call: Call, session: Session, outcome: Outcome, typed: Typed): Step => {
  if (outcome.kind === 'done') return { to: successAddress(session) };
  if (outcome.kind === 'authenticate') return { to: `/sandbox/pay/${session.id}/3ds` };
  return { body: openPage(call, session, typed, { whole: outcome.message }), status: 402 };
};

const pay = (call: Call, id: string, fields: Record<string, string>, now: Date): Step => {
  const session = call.books.get('checkout.session', id);
  if (session.status === 'complete') return { to: successAddress(session) };
  if (session.status !== 'open') return { to: `/sandbox/pay/${id}` };
  const buyer = buyerOf(fields, emptyForm(call, session).email || (fields['email'] ?? '').trim());
  const typed = { email: buyer.email, ...holderOf(buyer) };
  const read = session.hidden?.needsCard === false ? noCard : readCardForm(fields, buyer, now);
  const problems = { ...emailProblem(buyer), ...read.problems };
  if (Object.keys(problems).length > 0)
    return { body: openPage(call, session, typed, problems), status: 422 };
  return next(call, session, payCheckout(call, session, buyer, read.card), typed);
};

const payByDebit = (call: Call, id: string, fields: Record<string, string>): Step => {
  const session = call.books.get('checkout.session', id);
  if (session.status === 'complete') return { to: successAddress(session) };
  if (session.status !== 'open') return { to: `/sandbox/pay/${id}` };
  const buyer = buyerOf(fields, emptyForm(call, session).email || (fields['email'] ?? '').trim());
  const typed = { email: buyer.email, ...holderOf(buyer) };
  const read = readDebitForm(fields, buyer);
  const problems = { ...emailProblem(buyer), ...read.problems };
  if (!read.bank || Object.keys(problems).length > 0)
    return { body: openPage(call, session, typed, {}, problems), status: 422 };
  return next(call, session, debitCheckout(call, session, buyer, read.bank), typed);
};

const questionPage = (call: Call, id: string): Step => {
  const session = call.books.get('checkout.session', id);
  if (session.status !== 'open' || !session.hidden?.awaiting) return { to: `/sandbox/pay/${id}` };
  const question = html`The pretend bank wants to know whether it is really you who pays
    <strong>${totalText(session)}</strong> to <strong>${merchantOf(call, session)}</strong>.`;
  return { body: authenticationPage(`/sandbox/pay/${id}/3ds`, question), status: 200 };
};

const authenticate = (call: Call, id: string, accepted: boolean): Step => {
  const session = call.books.get('checkout.session', id);
  if (session.status === 'complete') return { to: successAddress(session) };
  if (session.status !== 'open' || !session.hidden?.awaiting) return { to: `/sandbox/pay/${id}` };
  const { buyer } = session.hidden.awaiting;
  const typed = { email: buyer.email, ...holderOf(buyer) };
  return next(call, session, answerAuthentication(call, session, accepted), typed);
};

/** The pay page of a checkout session and its 3-D Secure page. */
export const payPages = (desk: Desk): Hono => {
  const app = new Hono();
  const show = (c: Context, id: string, work: (call: Call) => Step) => {
    const account = desk.holderOf('checkout.session', id);
    if (account === undefined) throw noSuch('checkout.session', id);
    const step = desk.act(account, work);
    return 'to' in step ? c.redirect(step.to, 303) : c.html(step.body, step.status);
  };
  app.get('/:id', (c) => show(c, c.req.param('id'), (call) => view(call, c.req.param('id'))));
  app.post('/:id', async (c) => {
    const fields = await fieldsOf(c.req);
    return show(c, c.req.param('id'), (call) => pay(call, c.req.param('id'), fields, desk.now()));
  });
  app.post('/:id/debit', async (c) => {
    const fields = await fieldsOf(c.req);
    return show(c, c.req.param('id'), (call) => payByDebit(call, c.req.param('id'), fields));
  });
  app.get('/:id/3ds', (c) => show(c, c.req.param('id'), (call) => questionPage(call, c.req.param('id'))));
  app.post('/:id/3ds', async (c) => {
    const { action } = await fieldsOf(c.req);
    return show(c, c.req.param('id'), (call) => authenticate(call, c.req.param('id'), action === 'complete'));
  });
  return app;
};

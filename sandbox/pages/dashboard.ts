import { Hono } from 'hono';
import { html } from 'hono/html';
import { disconnectAccount, ownAccount } from '../connected-accounts.ts';
import { balanceOf } from '../api/balance-transactions.ts';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import { Problem } from '../problem.ts';
import { setOnAccount, settingsSection } from './account-settings.ts';
import { accountAt, dashboardAddress } from './addresses.ts';
import { addProduct, catalogueSection } from './catalogue.ts';
import { actOnDispute, disputeChosen, disputesSection } from './disputes.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { deliveriesSection, resendEvent } from './deliveries.ts';
import { alert, nothing, page } from './layout.ts';
import { answerDebit, paymentsSection, refundTyped } from './payments.ts';
import { actOnSubscription } from './subscription-acts.ts';
import { customersSection, invoicesSection, subscriptionsSection } from './subscribers.ts';

type Markup = ReturnType<typeof html>;

const balance = (call: Call): Markup => {
  const { available, pending } = balanceOf(call);
  const figure = (sums: Map<string, number>, word: string): Markup[] =>
    [...sums].map(
      ([currency, amount]) =>
        html`<div><strong>${formatAmount(amount, currency)}</strong><span class="soft">${word}</span></div>`,
    );
  const figures = [...figure(available, 'available'), ...figure(pending, 'on its way')];
  return html`<section class="sheet">
    <h2>Balance</h2>
    ${figures.length === 0 ? html`<p class="soft">Nothing yet.</p>` : html`<div class="figures">${figures}</div>`}
  </section>`;
};

const dangerZone = (account: string): Markup =>
  html`<section class="sheet">
    <h2>Danger zone</h2>
    <p>The platform loses access to this account at once. It learns so from one last event.</p>
    <form method="post" action="${dashboardAddress(account)}/disconnect">
      <button class="danger">Disconnect from platform</button>
    </form>
  </section>`;

const dashboard = (call: Call, problem?: string): Markup => {
  const account = ownAccount(call);
  return page(
    account.business_profile?.name ?? 'Dashboard',
    html`<div class="head">
        <p><a href="/sandbox">All accounts</a></p>
        <h1>${account.business_profile?.name ?? 'Unnamed account'}</h1>
        <p class="soft"><code>${account.id}</code> · ${account.email ?? 'no e-mail'} · ${account.country}</p>
      </div>
      ${alert(problem)}
      ${balance(call)}${paymentsSection(call)}${disputesSection(call)}${subscriptionsSection(call)}${invoicesSection(call)}${customersSection(call)}${catalogueSection(call)}${settingsSection(call)}${deliveriesSection(call)}
      ${call.account === '' ? nothing : dangerZone(call.account)}`,
    'wide',
  );
};

type Act = (call: Call, id: string, fields: Record<string, string>) => void;

/** The actions of the dashboard by the path of their form. */
const acts: Record<string, Act> = {
  'charges/:id/refund': refundTyped,
  'charges/:id/dispute': disputeChosen,
  'charges/:id/debit': answerDebit,
  'disputes/:id': actOnDispute,
  'subscriptions/:id': actOnSubscription,
  products: addProduct,
  settings: setOnAccount,
};

/** The dashboard of an account: a seller's or the platform's own. */
export const dashboardPages = (desk: Desk): Hono => {
  const app = new Hono();
  app.get('/:account', (c) => {
    const account = accountAt(c.req.param('account'));
    return c.html(desk.act(account, (call) => dashboard(call)));
  });
  app.post('/:account/disconnect', (c) => {
    desk.act('', (call) => disconnectAccount(call, c.req.param('account')));
    return c.redirect('/sandbox', 303);
  });
  app.post('/:account/events/:event/resend', (c) => {
    const account = accountAt(c.req.param('account'));
    desk.act(account, (call) => resendEvent(call, c.req.param('event')));
    return c.redirect(`${dashboardAddress(account)}#events`, 303);
  });
  for (const [path, act] of Object.entries(acts))
    app.post(`/:account/${path}`, async (c) => {
      const account = accountAt(c.req.param('account') ?? '');
      const fields = await fieldsOf(c.req);
      try {
        desk.act(account, (call) => act(call, c.req.param('id') ?? '', fields));
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 400) throw error;
        return c.html(
          desk.act(account, (call) => dashboard(call, error.message)),
          422,
        );
      }
      return c.redirect(dashboardAddress(account), 303);
    });
  return app;
};

import { Hono } from 'hono';
import { html } from 'hono/html';
import { disconnectAccount, getAccount } from '../connected-accounts.ts';
import { balanceOf } from '../api/balance-transactions.ts';
import type { CallContext } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import { ApiError } from '../problem.ts';
import { updateAccountSetting, settingsSection } from './account-settings.ts';
import { accountFromSegment, dashboardPath } from './addresses.ts';
import { addProduct, productsSection } from './catalogue.ts';
import { runDisputeAction, disputePayment, disputesSection } from './disputes.ts';
import { readFields, type PageDependencies } from './desk.ts';
import { deliveriesSection, resendEvent } from './deliveries.ts';
import { alert, nothing, page } from './layout.ts';
import { resolvePendingDebit, paymentsSection, refundFromForm } from './payments.ts';
import { runSubscriptionAction } from './subscription-acts.ts';
import { customersSection, invoicesSection, subscriptionsSection } from './subscribers.ts';

type Markup = ReturnType<typeof html>;

const balanceSection = (call: CallContext): Markup => {
  const { available, pending } = balanceOf(call);
  const amountTiles = (sums: Map<string, number>, label: string): Markup[] =>
    [...sums].map(
      ([currency, amount]) =>
        html`<div><strong>${formatAmount(amount, currency)}</strong><span class="soft">${label}</span></div>`,
    );
  const tiles = [...amountTiles(available, 'available'), ...amountTiles(pending, 'on its way')];
  return html`<section class="sheet">
    <h2>Balance</h2>
    ${tiles.length === 0 ? html`<p class="soft">Nothing yet.</p>` : html`<div class="figures">${tiles}</div>`}
  </section>`;
};

const dangerZoneSection = (account: string): Markup =>
  html`<section class="sheet">
    <h2>Danger zone</h2>
    <p>The platform loses access to this account at once. It learns so from one last event.</p>
    <form method="post" action="${dashboardPath(account)}/disconnect">
      <button class="danger">Disconnect from platform</button>
    </form>
  </section>`;

const dashboardPage = (call: CallContext, error?: string): Markup => {
  const account = getAccount(call);
  return page(
    account.business_profile?.name ?? 'Dashboard',
    html`<div class="head">
        <p><a href="/sandbox">All accounts</a></p>
        <h1>${account.business_profile?.name ?? 'Unnamed account'}</h1>
        <p class="soft"><code>${account.id}</code> · ${account.email ?? 'no e-mail'} · ${account.country}</p>
      </div>
      ${alert(error)}
      ${balanceSection(call)}${paymentsSection(call)}${disputesSection(call)}${subscriptionsSection(call)}${invoicesSection(call)}${customersSection(call)}${productsSection(call)}${settingsSection(call)}${deliveriesSection(call)}
      ${call.account === '' ? nothing : dangerZoneSection(call.account)}`,
    'wide',
  );
};

type Action = (call: CallContext, id: string, fields: Record<string, string>) => void;

/** The actions of the dashboard by the path of their form. */
const ACTIONS: Record<string, Action> = {
  'charges/:id/refund': refundFromForm,
  'charges/:id/dispute': disputePayment,
  'charges/:id/debit': resolvePendingDebit,
  'disputes/:id': runDisputeAction,
  'subscriptions/:id': runSubscriptionAction,
  products: addProduct,
  settings: updateAccountSetting,
};

/** The dashboard of an account: a seller's or the platform's own. */
export const dashboardPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.get('/:account', (c) => {
    const account = accountFromSegment(c.req.param('account'));
    return c.html(dependencies.inTransaction(account, (call) => dashboardPage(call)));
  });
  app.post('/:account/disconnect', (c) => {
    dependencies.inTransaction('', (call) => disconnectAccount(call, c.req.param('account')));
    return c.redirect('/sandbox', 303);
  });
  app.post('/:account/events/:event/resend', (c) => {
    const account = accountFromSegment(c.req.param('account'));
    dependencies.inTransaction(account, (call) => resendEvent(call, c.req.param('event')));
    return c.redirect(`${dashboardPath(account)}#events`, 303);
  });
  for (const [path, action] of Object.entries(ACTIONS))
    app.post(`/:account/${path}`, async (c) => {
      const account = accountFromSegment(c.req.param('account') ?? '');
      const fields = await readFields(c.req);
      try {
        dependencies.inTransaction(account, (call) => action(call, c.req.param('id') ?? '', fields));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        return c.html(
          dependencies.inTransaction(account, (call) => dashboardPage(call, error.message)),
          422,
        );
      }
      return c.redirect(dashboardPath(account), 303);
    });
  return app;
};

import { Hono } from 'hono';
import { html } from 'hono/html';

import { insertPrice } from '../api/prices.ts';
import { insertProduct } from '../api/products.ts';
import { formatAmount, checkUnitAmount, decimalsOf, listCurrencies } from '../core/amounts.ts';
import { ApiError, invalidRequest, invalidParam } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import {
  disconnectAccount,
  getAccount,
  updateAccount,
  ACTIVE_ACCOUNT,
  RESTRICTED_ACCOUNT,
} from '../core/connected-accounts.ts';
import type { AccountHidden, StandIn } from '../core/objects.ts';
import { balanceOf } from '../payments/balance-transactions.ts';
import { listStandIns, setStandIn, STAND_INS } from '../payments/stand-in-methods.ts';
import { runDisputeAction, disputePayment, disputesSection } from './disputes-section.ts';
import {
  type Markup,
  accountFromSegment,
  dashboardPath,
  alert,
  nothing,
  page,
  dateText,
  section,
  actionButtons,
  field,
  findAction,
  heading,
  linkUp,
  selectField,
  sheet,
} from './layout.ts';
import { readFields, type Fields, type PageDependencies } from './page-dependencies.ts';
import { resolvePendingDebit, paymentsSection, refundFromForm } from './payments-section.ts';
import { priceText } from './plan-text.ts';
import {
  runSubscriptionAction,
  customersSection,
  invoicesSection,
  subscriptionsSection,
} from './subscriptions-section.ts';
import { resolveVoucher, vouchersSection } from './voucher-page.ts';

const MAX_ROWS = 50;

const INTERVALS = { once: 'One time', week: 'Weekly', month: 'Monthly', year: 'Yearly' } as const;

const currencies = [...new Set(['usd', 'eur', 'gbp', ...listCurrencies()])].map(
  (code) => [code, code.toUpperCase()] as const,
);

/** The account's own Stripe products, with a form to add one. */
const productsSection = (call: CallContext): Markup => {
  if (call.account === '') return nothing;
  const rows = call.repository.list('product', { active: true }, MAX_ROWS).map((product) => {
    const prices = call.repository.list('price', { product: product.id, active: true }, MAX_ROWS);
    return html`<tr>
      <td>${product.name}</td>
      <td>${prices.map((price) => priceText(price)).join(', ')}</td>
      <td><code>${product.id}</code></td>
    </tr>`;
  });
  return html`${section('Product catalog', ['Name', 'Prices', 'ID'], rows, 'No products yet.')}
    <form class="sheet" method="post" action="${dashboardPath(call.account)}/products">
      <h2>Add a product</h2>
      ${field({ name: 'name', id: 'product-name', label: 'Name' })}
      ${field({ name: 'description', id: 'product-description', label: 'Description' })}
      ${field({ name: 'price', id: 'product-price', label: 'Price', attributes: html` inputmode="decimal"` })}
      ${selectField({ name: 'currency', id: 'product-currency', label: 'Currency', options: currencies })}
      ${selectField({ name: 'every', id: 'product-every', label: 'Billing period', options: Object.entries(INTERVALS) })}
      <button>Add product</button>
    </form>`;
};

const minorUnits = (input: string, currency: string): number => {
  const decimals = decimalsOf(currency);
  const amount = Math.round(Number(input.trim()) * 10 ** decimals);
  if (!input.trim() || !Number.isSafeInteger(amount)) throw invalidParam('Enter a price, such as 29.00.', 'price');
  checkUnitAmount(amount, currency, 'price');
  return amount;
};

/** Adds the product that was entered in the form. */
const addProduct = (call: CallContext, _id: string, fields: Fields): void => {
  const { name = '', description = '', price = '', currency = 'usd', every: intervalName = 'once' } = fields;
  if (!name.trim()) throw invalidParam('Enter a name.', 'name');
  const amount = minorUnits(price, currency);
  const interval = intervalName === 'week' || intervalName === 'month' || intervalName === 'year' ? intervalName : null;
  const product = insertProduct(call, { name, description: description || null });
  insertPrice(call, {
    product: product.id,
    currency,
    unit_amount: amount,
    ...(interval ? { recurring: { interval } } : {}),
  });
};

type DebitSetting = NonNullable<AccountHidden['bankDebits']>;

const DEBIT_ACTIONS: Record<DebitSetting, Record<string, string>> = {
  off: { debits_on: 'Turn on', debits_always: 'Always offer' },
  on: { debits_off: 'Turn off', debits_always: 'Always offer' },
  always: { debits_off: 'Turn off' },
};

const STAND_IN_TYPES = Object.keys(STAND_INS) as StandIn[];

/** Payment methods that the account can turn on besides cards, as in Stripe's dashboard. */
const standInRows = (call: CallContext, action: string): Markup[] =>
  STAND_IN_TYPES.map((type) => {
    const isOn = listStandIns(call).includes(type);
    const { name, description } = STAND_INS[type];
    return html`<div class="row">
      <p>${name} at checkout: <strong>${isOn ? 'on' : 'off'}</strong>. <span class="soft">${description}</span></p>
      ${actionButtons(action, name, isOn ? { [`${type}_off`]: 'Turn off' } : { [`${type}_on`]: 'Turn on' })}
    </div>`;
  });

/** Settings that the owner of a connected account, or Stripe, can change. */
const settingsSection = (call: CallContext): Markup => {
  if (call.account === '') return nothing;
  const { charges_enabled: chargesEnabled, hidden } = getAccount(call);
  const debitSetting = hidden.bankDebits ?? 'off';
  const action = `${dashboardPath(call.account)}/settings`;
  return sheet(
    'Settings',
    html`${standInRows(call, action)}
      <div class="row">
        <p>
          Bank debits at checkout: <strong>${debitSetting}</strong>.
          <span class="soft"
            >One-time payments that succeed or fail days later. “On” offers them when the Checkout Session allows them,
            as Stripe does. “Always” offers them even in card-only sessions, which Stripe never does.</span
          >
        </p>
        ${actionButtons(action, 'bank debits', DEBIT_ACTIONS[debitSetting])}
      </div>
      <div class="row">
        <p>
          Payments: <strong>${chargesEnabled ? 'on' : 'restricted'}</strong>.
          <span class="soft">Stripe restricts an account when it needs more information about it.</span>
        </p>
        ${actionButtons(action, 'payments', chargesEnabled ? { restrict: 'Restrict' } : { restore: 'Remove restriction' })}
      </div>`,
  );
};

const setDebits = (bankDebits: DebitSetting) => (call: CallContext) =>
  call.platform.updateHidden('account', call.account, { bankDebits });

const SETTING_ACTIONS: Record<string, (call: CallContext) => unknown> = {
  ...Object.fromEntries(
    STAND_IN_TYPES.flatMap((type) => [
      [`${type}_on`, (call: CallContext) => setStandIn(call, type, true)],
      [`${type}_off`, (call: CallContext) => setStandIn(call, type, false)],
    ]),
  ),
  debits_on: setDebits('on'),
  debits_always: setDebits('always'),
  debits_off: setDebits('off'),
  restrict: (call) => updateAccount(call, call.account, RESTRICTED_ACCOUNT),
  restore: (call) => updateAccount(call, call.account, { details_submitted: true, ...ACTIVE_ACCOUNT }),
};

const updateAccountSetting = (call: CallContext, _id: string, { act = '' }: Fields): void => {
  if (call.account === '') throw invalidRequest('The platform’s own account has no settings.');
  findAction(SETTING_ACTIONS, act)(call);
};

type DeliveryRow = { state: string; tries: number; answer: string | null };

const deliveriesOf = (call: CallContext, event: string): DeliveryRow[] =>
  call.sql('SELECT state, tries, answer FROM deliveries WHERE event = ? ORDER BY id').all(event) as DeliveryRow[];

const stateText = (row: DeliveryRow) =>
  html`<span class="mark ${row.state === 'delivered' ? 'good' : row.state === 'failed' ? 'bad' : ''}"
      >${row.state}</span
    >
    <span class="soft small"
      >${row.tries} ${row.tries === 1 ? 'attempt' : 'attempts'}${row.answer ? `, response: ${row.answer}` : ''}</span
    >`;

/** Lists the account's latest events with the state of their deliveries and a Resend button. */
const deliveriesSection = (call: CallContext) => {
  const rows = call.repository.list('event').map((event) => {
    const deliveries = deliveriesOf(call, event.id);
    const states = deliveries.length === 0 ? html`<span class="soft">no endpoint</span>` : deliveries.map(stateText);
    return html`<tr>
      <td><code>${event.type}</code></td>
      <td>${states}</td>
      <td>${dateText(event.created)}</td>
      <td>
        <form method="post" action="${dashboardPath(call.account)}/events/${event.id}/resend">
          <button class="quiet slim" aria-label="Resend ${event.type}">Resend</button>
        </form>
      </td>
    </tr>`;
  });
  return html`<div id="events">
    ${section('Events', ['Event', 'Delivery', 'Created', 'Actions'], rows, 'No events yet.')}
  </div>`;
};

/** Resends an event with the same id. */
const resendEvent = (call: CallContext, id: string): void => {
  call.repository.get('event', id);
  call
    .sql(`UPDATE deliveries SET state = 'waiting', tries = 0, due = ? WHERE event = ? AND account = ?`)
    .run(Date.now(), id, call.account);
};

const balanceSection = (call: CallContext): Markup => {
  const { available, pending } = balanceOf(call);
  const amountTiles = (sums: Map<string, number>, label: string): Markup[] =>
    [...sums].map(
      ([currency, amount]) =>
        html`<div><strong>${formatAmount(amount, currency)}</strong><span class="soft">${label}</span></div>`,
    );
  const tiles = [...amountTiles(available, 'available'), ...amountTiles(pending, 'pending')];
  return sheet(
    'Balance',
    tiles.length === 0 ? html`<p class="soft">No balance yet.</p>` : html`<div class="figures">${tiles}</div>`,
  );
};

const dangerZoneSection = (account: string): Markup =>
  sheet(
    'Danger zone',
    html`<p>The platform loses access to this account right away and gets one last event.</p>
      <form method="post" action="${dashboardPath(account)}/disconnect">
        <button class="danger">Disconnect from platform</button>
      </form>`,
  );

const dashboardPage = (call: CallContext, error?: string): Markup => {
  const account = getAccount(call);
  return page(
    account.business_profile?.name ?? 'Dashboard',
    html`${heading(account.business_profile?.name ?? 'Unnamed account', {
      above: linkUp('/sandbox', 'All accounts'),
      text: html`<code>${account.id}</code> · ${account.email ?? 'no email'} · ${account.country}`,
    })}
    ${alert(error)}
    ${balanceSection(call)}${paymentsSection(call)}${vouchersSection(call)}${disputesSection(call)}${subscriptionsSection(call)}${invoicesSection(call)}${customersSection(call)}${productsSection(call)}${settingsSection(call)}${deliveriesSection(call)}
    ${call.account === '' ? nothing : dangerZoneSection(call.account)}`,
    'wide',
  );
};

type Action = (call: CallContext, id: string, fields: Fields) => void;

/** The actions of the dashboard by the path of their form. */
const ACTIONS: Record<string, Action> = {
  'charges/:id/refund': refundFromForm,
  'charges/:id/dispute': disputePayment,
  'charges/:id/debit': resolvePendingDebit,
  'vouchers/:id': resolveVoucher,
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

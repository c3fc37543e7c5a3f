import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { html } from 'hono/html';

import { ApiError } from './core/api-error.ts';
import type { CallContext } from './core/call-context.ts';
import { logError } from './core/diagnostics.ts';
import type { Objects } from './core/objects.ts';
import { cardTable } from './pages/card-form.ts';
import { clockPages, clockPanel } from './pages/clock-pages.ts';
import { dashboardPages } from './pages/dashboard.ts';
import { conditionsPages, deliveryFaultsPages } from './pages/fault-pages.ts';
import { invoicePages } from './pages/invoice-page.ts';
import {
  dashboardPath,
  heading,
  nothing,
  notice,
  section,
  sheet,
  toolPage,
  type Markup,
  type PageVariables,
} from './pages/layout.ts';
import { oauthPages } from './pages/oauth-page.ts';
import { onboardingPages } from './pages/onboarding-page.ts';
import type { PageDependencies } from './pages/page-dependencies.ts';
import { payPages } from './pages/pay-page.ts';
import { priceText, findProductName } from './pages/plan-text.ts';
import { portalPages } from './pages/portal-pages.ts';
import { sandboxBar } from './pages/sandbox-bar.ts';
import { STYLESHEET } from './pages/stylesheet.ts';
import { stateBadge } from './pages/subscriptions-section.ts';
import { voucherPages } from './pages/voucher-page.ts';
import { identityProviders } from './providers/identity-providers.ts';
import { receiverPages } from './receiver/receiver.ts';

type Account = Objects['account'];
const MAX_ROWS = 20;

const describeState = (account: Account): string => {
  if (account.hidden.deauthorized) return 'disconnected';
  if (account.charges_enabled) return 'enabled';
  return account.details_submitted ? 'restricted' : 'incomplete';
};

const accountRow = (account: Account): Markup => {
  const name = account.business_profile?.name ?? account.email ?? account.id;
  const isDisconnected = account.hidden.deauthorized;
  return html`<tr>
    <td>${isDisconnected ? name : html`<a href="${dashboardPath(account.id)}">${name}</a>`}</td>
    <td><code>${account.id}</code></td>
    <td><span class="mark">${describeState(account)}</span></td>
  </tr>`;
};

const customerRow = (call: CallContext, customer: Objects['customer']): Markup => {
  const [subscription] = call.repository.list('subscription', { customer: customer.id }, 1);
  const item = subscription?.items.data[0];
  return html`<tr>
    <td>${customer.email ?? customer.id}</td>
    <td>${item ? findProductName(call, item.price) : 'No plan'}</td>
    <td class="number">${item ? priceText(item.price, item.quantity ?? 1) : ''}</td>
    <td>${subscription ? stateBadge(subscription.status) : ''}</td>
  </tr>`;
};

/** The platform's customers, each with their newest subscription. */
const customersSection = (call: CallContext): Markup => {
  const rows = call.repository.list('customer', {}, MAX_ROWS).map((customer) => customerRow(call, customer));
  return html`${section('Platform customers', ['Customer', 'Plan', 'Price', 'Status'], rows, 'No customers yet. Sellers appear here when they start a plan.')}
    <p><a href="${dashboardPath('')}">Platform dashboard: payments, invoices, and events</a></p>`;
};

const receiverSection = sheet(
  'Webhook receivers',
  html`<p>
    <a href="/sandbox/receiver">Webhook receivers</a> show the webhooks that the app sends to them, and can fail on
    purpose.
  </p>`,
);
const conditionsSection = sheet(
  'Conditions',
  html`<p>
    <a href="/sandbox/conditions">Change conditions</a>: restricted keys, an unfinished platform profile, clock drift,
    and rate limits.
  </p>`,
);

const OVERVIEW_TEXT = 'The sandbox simulates Stripe’s API, hosted pages, and events. No real money moves.';

/** The test cards alone, so that they can stay open beside a pay page. */
const cardsPage = (): Markup =>
  toolPage(
    'Test cards',
    html`${heading('Test cards', { text: 'Use any future date and any security code. Never enter a real card.' })}
    ${sheet('Cards', cardTable())}`,
    'middle',
  );

/** The sandbox's overview page: clock, platform customers, accounts and test cards. */
const overviewPage = (dependencies: PageDependencies): Markup => {
  const clockSection = clockPanel(dependencies);
  return dependencies.inTransaction('', (call) => {
    const rows = call.platform.list('account').map(accountRow);
    const body = html`${heading('Simulated Stripe', { text: OVERVIEW_TEXT })} ${clockSection} ${customersSection(call)}
    ${dependencies.hasReceiver ? receiverSection : nothing}
    ${section('Connected accounts', ['Name', 'ID', 'Status'], rows, 'No accounts yet. They appear here when sellers connect Stripe.')}
    ${sheet('Test cards', cardTable())} ${conditionsSection}`;
    return toolPage('Dashboard', body, 'wide');
  });
};

// No form-action: Chromium also applies it to the redirects of a form post, and success_url may be on another origin.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https: http:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'X-Sandbox': '1',
  'Cache-Control': 'no-store',
};

const messagePage = (title: string, text: string) => toolPage(title, notice(title, text));

/** The hosted pages of Stripe and of the sandbox, mounted at /sandbox. */
export const hostedPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono<PageVariables>();
  app.use('*', contextStorage(), async (c, next) => {
    const { app: product, hasReceiver } = dependencies;
    c.set('sandboxBar', sandboxBar({ app: product, path: c.req.path, hasReceiver }));
    const origin = c.req.header('origin');
    const ownOrigins = [new URL(c.req.url).origin, dependencies.origin];
    const isForeign = c.req.method === 'POST' && origin !== undefined && !ownOrigins.includes(origin);
    if (isForeign)
      c.res = await c.html(messagePage('Request blocked', 'This form was submitted from another site.'), 403);
    else await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  });
  app.get('/style.css', (c) => c.text(STYLESHEET, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.route('/onboarding', onboardingPages(dependencies));
  app.route('/oauth', oauthPages(dependencies));
  app.route('/pay', payPages(dependencies));
  app.route('/voucher', voucherPages(dependencies));
  app.route('/portal', portalPages(dependencies));
  app.route('/invoice', invoicePages(dependencies));
  app.route('/dashboard', dashboardPages(dependencies));
  app.route('/delivery-faults', deliveryFaultsPages(dependencies));
  app.route('/conditions', conditionsPages(dependencies));
  if (dependencies.hasReceiver) app.route('/receiver', receiverPages(dependencies));
  app.route('/identity', identityProviders(dependencies.origin));
  app.get('/cards', (c) => c.html(cardsPage()));
  app.route('/', clockPages(dependencies));
  app.get('/', (c) => c.html(overviewPage(dependencies)));
  // '*' and not notFound: Hono calls notFound of the outermost app only. '/sandbox/' is handled here too.
  app.all('*', (c) =>
    c.req.path.endsWith('/sandbox/')
      ? c.html(overviewPage(dependencies))
      : c.html(messagePage('Page not found', 'The sandbox doesn’t have a page at this URL.'), 404),
  );
  app.onError((error, c) => {
    if (error instanceof ApiError)
      return c.html(messagePage('Not available', error.message), error.status === 404 ? 404 : 403);
    logError(error);
    return c.html(messagePage('Something went wrong', 'The sandbox couldn’t answer this request. See its log.'), 500);
  });
  const pages = new Hono();
  pages.route('/', app);
  return pages;
};

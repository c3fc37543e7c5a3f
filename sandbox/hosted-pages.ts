import { Hono } from 'hono';
import { html } from 'hono/html';

import { ApiError } from './core/api-error.ts';
import { logError } from './core/diagnostics.ts';
import { clockPages } from './pages/clock-pages.ts';
import { dashboardPages } from './pages/dashboard.ts';
import { conditionsPages, deliveryFaultsPages } from './pages/fault-pages.ts';
import { invoicePages } from './pages/invoice-page.ts';
import { page } from './pages/layout.ts';
import { oauthPages } from './pages/oauth-page.ts';
import { onboardingPages } from './pages/onboarding-page.ts';
import { overviewPage } from './pages/overview-page.ts';
import type { PageDependencies } from './pages/page-dependencies.ts';
import { payPages } from './pages/pay-page.ts';
import { portalPages } from './pages/portal-pages.ts';
import { STYLESHEET } from './pages/stylesheet.ts';
import { identityProviders } from './providers/identity-providers.ts';
import { receiverPages } from './receiver/receiver.ts';

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

const messagePage = (title: string, text: string) =>
  page(
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  );

/** The hosted pages of Stripe and of the sandbox, mounted at /sandbox. */
export const hostedPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.use('*', async (c, next) => {
    const origin = c.req.header('origin');
    const ownOrigins = [new URL(c.req.url).origin, dependencies.origin];
    const isForeign = c.req.method === 'POST' && origin !== undefined && !ownOrigins.includes(origin);
    if (isForeign) c.res = await c.html(messagePage('Refused', 'This form was sent from another site.'), 403);
    else await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  });
  app.get('/style.css', (c) => c.text(STYLESHEET, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.route('/onboarding', onboardingPages(dependencies));
  app.route('/oauth', oauthPages(dependencies));
  app.route('/pay', payPages(dependencies));
  app.route('/portal', portalPages(dependencies));
  app.route('/invoice', invoicePages(dependencies));
  app.route('/dashboard', dashboardPages(dependencies));
  app.route('/storm', deliveryFaultsPages(dependencies));
  app.route('/conditions', conditionsPages(dependencies));
  if (dependencies.hasReceiver) app.route('/receiver', receiverPages(dependencies));
  app.route('/identity', identityProviders(dependencies.origin));
  app.route('/', clockPages(dependencies));
  app.get('/', (c) => c.html(overviewPage(dependencies)));
  // '*' and not notFound: Hono calls notFound of the outermost app only. '/sandbox/' is handled here too.
  app.all('*', (c) =>
    c.req.path.endsWith('/sandbox/')
      ? c.html(overviewPage(dependencies))
      : c.html(messagePage('Not found', 'The sandbox has no such page.'), 404),
  );
  app.onError((error, c) => {
    if (error instanceof ApiError)
      return c.html(messagePage('Not available', error.message), error.status === 404 ? 404 : 403);
    logError(error);
    return c.html(messagePage('Something broke', 'The sandbox failed here; see its log.'), 500);
  });
  return app;
};

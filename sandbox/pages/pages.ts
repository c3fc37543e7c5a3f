import { Hono } from 'hono';
import { html } from 'hono/html';
import { complain } from '../complain.ts';
import { identityProviders } from '../identity/identity-providers.ts';
import { Problem } from '../problem.ts';
import { receiverPages } from '../receiver/receiver.ts';
import { clockPages } from './clock.ts';
import { conditionsPages } from './conditions.ts';
import { dashboardPages } from './dashboard.ts';
import type { Desk } from './desk.ts';
import { invoicePages } from './invoice.ts';
import { page } from './layout.ts';
import { oauthPages } from './oauth.ts';
import { onboardingPages } from './onboarding.ts';
import { overviewPage } from './overview.ts';
import { payPages } from './pay.ts';
import { portalPages } from './portal.ts';
import { stormPages } from './storm.ts';
import { style } from './style.ts';

// No form-action: Chromium also applies it to the redirects of a form post, and success_url may be on another origin.
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https: http:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const headers = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'X-Sandbox': '1',
  'Cache-Control': 'no-store',
};

const message = (title: string, text: string) =>
  page(
    title,
    html`<section class="sheet">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  );

/** The hosted pages of Stripe and of the sandbox, mounted at /sandbox. */
export const hostedPages = (desk: Desk): Hono => {
  const app = new Hono();
  app.use('*', async (c, next) => {
    const origin = c.req.header('origin');
    const own = [new URL(c.req.url).origin, desk.origin];
    const foreign = c.req.method === 'POST' && origin !== undefined && !own.includes(origin);
    if (foreign) c.res = await c.html(message('Refused', 'This form was sent from another site.'), 403);
    else await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.get('/style.css', (c) => c.text(style, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.route('/onboarding', onboardingPages(desk));
  app.route('/oauth', oauthPages(desk));
  app.route('/pay', payPages(desk));
  app.route('/portal', portalPages(desk));
  app.route('/invoice', invoicePages(desk));
  app.route('/dashboard', dashboardPages(desk));
  app.route('/storm', stormPages(desk));
  app.route('/conditions', conditionsPages(desk));
  if (desk.receiver) app.route('/receiver', receiverPages(desk));
  app.route('/identity', identityProviders(desk.origin));
  app.route('/', clockPages(desk));
  app.get('/', (c) => c.html(overviewPage(desk)));
  // '*' and not notFound: Hono calls notFound of the outermost app only. '/sandbox/' is handled here too.
  app.all('*', (c) =>
    c.req.path.endsWith('/sandbox/')
      ? c.html(overviewPage(desk))
      : c.html(message('Not found', 'The sandbox has no such page.'), 404),
  );
  app.onError((error, c) => {
    if (error instanceof Problem)
      return c.html(message('Not available', error.message), error.status === 404 ? 404 : 403);
    complain(error);
    return c.html(message('Something broke', 'The sandbox failed here; see its log.'), 500);
  });
  return app;
};

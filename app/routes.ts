import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

import { DEVELOPER_ARTICLES } from '../content/developer-articles.ts';
import { SIGNED_IN_ROUTES } from './lib/session/signed-in-routes.ts';

export default [
  layout('routes/site.tsx', [
    index('routes/home.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('blog', 'routes/blog.tsx'),
    route('blog/:slug', 'routes/blog-post.tsx'),
    route('help', 'routes/help.tsx'),
    route('about', 'routes/about.tsx'),
    route('developers/webhooks', 'routes/developers-webhooks.tsx'),
    route('report', 'routes/report.tsx'),
    route('privacy', 'routes/legal.tsx', { id: 'routes/privacy' }),
    route('terms', 'routes/legal.tsx', { id: 'routes/terms' }),
    route('developers', 'routes/developers.tsx'),
    route('developers/api', 'routes/developers-api.tsx'),
    ...Object.keys(DEVELOPER_ARTICLES).map((path) =>
      route(path, 'routes/developers-article.tsx', { id: `routes${path}` }),
    ),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('rss.xml', 'routes/rss.ts'),
  layout('routes/screens.tsx', [
    route('auth', 'routes/auth.tsx'),
    route('auth/confirm', 'routes/auth-confirm.tsx'),
    route('auth/forgot', 'routes/auth-forgot.tsx'),
    route('auth/new-password', 'routes/auth-new-password.tsx'),
    route('auth/second-step', 'routes/auth-second-step.tsx'),
    route('builder', 'routes/builder.tsx'),
    // What a page delivers, as its seller tries it.
    route('g/sample/:pageId', 'routes/delivery-sample.tsx'),
    layout(
      'routes/app.tsx',
      Object.entries(SIGNED_IN_ROUTES).map(([path, file]) => route(path, file)),
    ),
  ]),
  route('c/:slug', 'routes/checkout.tsx'),
  route('c/:slug/pay/:attempt', 'routes/checkout-pay.tsx'),
  // The same page for embedding in other sites.
  route('e/:slug', 'routes/checkout.tsx', { id: 'routes/embed' }),
  route('e/:slug/done', 'routes/embed-done.tsx'),
  route('e/:slug/refused', 'routes/embed-refused.tsx'),
  route('checkout/:id', 'routes/demo.tsx'),
  route('subscription/:id', 'routes/demo.tsx', { id: 'routes/subscription-demo' }),
  route('success', 'routes/success.tsx'),
  layout('routes/purchases-layout.tsx', [
    route('g/:token', 'routes/access-link.tsx'),
    route('g/emails/:token', 'routes/email-opt-out.tsx'),
    // The server answers these paths, and renders this document only where something cannot be opened.
    ...['g/:token/:part/:id', 'success/:part/:id', 'purchases/f/:id', 'purchases/l/:id'].map((path) =>
      route(path, 'routes/delivery-problem.tsx', { id: `routes/${path}` }),
    ),
    route('purchases', 'routes/purchases.tsx'),
    route('purchases/open', 'routes/purchases-open.tsx'),
    route('purchases/receipts/:orderId', 'routes/purchases-receipt.tsx'),
    route('purchases/subscriptions/:id', 'routes/purchases-subscription.tsx'),
    route('purchases/subscriptions/:id/card', 'routes/purchases-card.tsx'),
  ]),
  route('purchases/data', 'routes/purchases-data.ts'),
  // The galleries of components and emails are not part of a build.
  // oxlint-disable-next-line node/no-process-env -- evaluated by the build, not by the server
  ...(process.env.NODE_ENV === 'development'
    ? [
        route('components', 'components/testing/components-route.tsx'),
        route('emails', 'emails/testing/emails-route.tsx'),
      ]
    : []),
] satisfies RouteConfig;

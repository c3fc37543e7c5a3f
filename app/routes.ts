import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('routes/site.tsx', [
    index('routes/home.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    route('blog', 'routes/blog.tsx'),
    route('blog/:slug', 'routes/blog-post.tsx'),
    route('help', 'routes/help.tsx'),
    route('about', 'routes/about.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('rss.xml', 'routes/rss.ts'),
  route('auth', 'routes/auth.tsx'),
  route('auth/confirm', 'routes/auth-confirm.tsx'),
  route('auth/forgot', 'routes/auth-forgot.tsx'),
  route('auth/new-password', 'routes/auth-new-password.tsx'),
  route('auth/second-step', 'routes/auth-second-step.tsx'),
  route('builder', 'routes/builder.tsx'),
  layout('routes/app.tsx', [
    route('pages', 'routes/pages.tsx'),
    route('orders', 'routes/orders.tsx'),
    route('orders/subscriptions', 'routes/order-subscriptions.tsx'),
    route('subscription', 'routes/subscription.tsx'),
    route('account', 'routes/account.tsx'),
  ]),
  route('c/:slug', 'routes/checkout.tsx'),
  route('c/:slug/pay/:attempt', 'routes/checkout-pay.tsx'),
  route('checkout/:id', 'routes/checkout-demo.tsx'),
  route('subscription/:id', 'routes/subscription-demo.tsx'),
  route('success', 'routes/success.tsx'),
] satisfies RouteConfig;

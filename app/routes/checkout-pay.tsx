import { redirect } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/checkout-pay.ts';

export const handle: RouteHandle = { static: true };

/**
 * Redirects to the provider's page without JavaScript. The form itself cannot redirect there because of
 * `form-action 'self'`, so this document uses a meta refresh.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const url = await services.findCheckoutUrl(params.slug, params.attempt);
  if (!url) throw redirect(services.pagePath(params.slug));
  return { url };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: 'On to payment' },
  { name: 'robots', content: 'noindex' },
  ...(loaderData ? [{ httpEquiv: 'refresh', content: `0;url=${loaderData.url}` }] : []),
];

export default function CheckoutPay({ loaderData }: Route.ComponentProps) {
  return (
    <main className="co-document">
      <div className="co co-plain">
        <div className="co-result">
          <h1>On to payment</h1>
          <p>
            If nothing happens, <a href={loaderData.url}>go on to the payment page</a>.
          </p>
        </div>
      </div>
    </main>
  );
}

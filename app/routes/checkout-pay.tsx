import { data, redirect } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/result-page.css';
import { RichText } from '#app/components/rich-text.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { closedPageMessages } from '#content/messages/checkout-page.ts';

import type { Route } from './+types/checkout-pay.ts';

const messages = closedPageMessages.redirect;

export const handle: RouteHandle = { static: true };

/**
 * Redirects to the provider's page without JavaScript. The form itself cannot redirect there because of
 * `form-action 'self'`, so this document uses a meta refresh. Embedded pages that deliver something lead here too, because
 * only a document in the top window can set the cookie of the browser that pays.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const url = await services.findCheckoutUrl(params.slug, params.attempt);
  if (!url) throw redirect(services.pagePath(params.slug));
  const browserToken = new URL(request.url).searchParams.get('browser');
  const redeemed =
    browserToken && (await services.redeemBrowserToken(params.attempt, browserToken, request.headers.get('cookie')));
  return data({ url }, redeemed ? { headers: { 'Set-Cookie': redeemed.setCookie } } : undefined);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const setCookie = loaderHeaders.get('Set-Cookie');
  return { 'Cache-Control': 'no-store', ...(setCookie ? { 'Set-Cookie': setCookie } : {}) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: messages.title },
  { name: 'robots', content: 'noindex' },
  ...(loaderData ? [{ httpEquiv: 'refresh', content: `0;url=${loaderData.url}` }] : []),
];

export default function CheckoutPay({ loaderData }: Route.ComponentProps) {
  return (
    <main className="co-document">
      <div className="co co-plain">
        <div className="co-result">
          <h1>{messages.title}</h1>
          <p>
            <RichText text={messages.text} tags={{ link: (text) => <a href={loaderData.url}>{text}</a> }} />
          </p>
        </div>
      </div>
    </main>
  );
}

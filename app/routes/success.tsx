import resultScript from '#app/checkout-page/enhance/poll-result.ts?worker&url';

import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/result-page.css';
import { FontLinks } from '#app/checkout-page/page-assets.tsx';
import { getOrderAttributes, PaymentResult } from '#app/checkout-page/payment-result.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { paymentResultMessages } from '#content/messages/payment-result.ts';

import type { Route } from './+types/success.ts';
import { createPaymentResultView } from './payment-result.ts';

export const handle: RouteHandle = { static: true };

/** Seconds for reading the result before the redirect to the embedding site. */
const REDIRECT_DELAY_S = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const paidOrder = await context.get(servicesContext).findPaidOrder(searchParams.get('t') ?? '');
  const view = createPaymentResultView(paidOrder, '/success', searchParams);
  const isComplete = 'data-state' in getOrderAttributes(view.result);
  const returnUrl = paidOrder?.returnTo ?? null;
  const stayUrl = `/success?${new URLSearchParams({ t: searchParams.get('t') ?? '', stay: '1' })}`;
  // A buyer with a voucher needs this page until they have seen it.
  const willRedirect = isComplete && !searchParams.has('stay') && !paidOrder?.order?.pending?.url;
  const returnLink =
    returnUrl && (isComplete || !view.pollUrl) ? { returnUrl, stayUrl: willRedirect ? stayUrl : null } : null;
  return { ...view, returnLink };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: paymentResultMessages.states[loaderData?.result.state ?? 'plain'].title },
  { name: 'robots', content: 'noindex' },
  ...(loaderData?.returnLink?.stayUrl
    ? [{ httpEquiv: 'refresh', content: `${REDIRECT_DELAY_S};url=${loaderData.returnLink.returnUrl}` }]
    : []),
];

export default function Success({
  loaderData: { result, fonts, pollUrl, pollIntervalS, returnLink },
}: Route.ComponentProps) {
  return (
    <>
      <main className="co-document" data-again={pollUrl} data-interval={pollIntervalS} {...getOrderAttributes(result)}>
        {fonts && <FontLinks {...fonts} />}
        <PaymentResult {...result} back={returnLink} />
      </main>
      {/* Polls by reloading the document without JavaScript, and in the background with it. */}
      {pollUrl && (
        <noscript>
          <meta httpEquiv="refresh" content={`${pollIntervalS};url=${pollUrl}`} />
        </noscript>
      )}
      <script type="module" src={resultScript} />
    </>
  );
}

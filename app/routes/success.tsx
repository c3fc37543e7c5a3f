import { data, redirect } from 'react-router';

import resultScript from '#app/checkout-page/enhance/poll-result.ts?worker&url';

import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/delivered.css';
import '#app/checkout-page/result-page.css';
import type { OrderDeliveryProps } from '#app/checkout-page/order-delivery.tsx';
import { FontLinks } from '#app/checkout-page/page-assets.tsx';
import { getOrderAttributes, PaymentResult } from '#app/checkout-page/payment-result.tsx';
import { getClientAddress } from '#app/lib/request-fields.ts';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';
import { paymentResultMessages } from '#content/messages/payment-result.ts';
import type { PaidOrder } from '#server/core/services.ts';

import type { Route } from './+types/success.ts';
import { createPaymentResultView } from './payment-result.ts';

export const handle: RouteHandle = { static: true };

/** Seconds for reading the result before the redirect to the embedding site, and to the seller's URL after the payment. */
const REDIRECT_DELAYS_S = { back: 8, forward: 3 } as const;

const buildUrl = (params: Record<string, string>): string => `/success?${new URLSearchParams(params)}`;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('t') ?? '';
  const paidOrder = await context.get(servicesContext).findPaidOrder(token, request.headers.get('cookie'));
  const view = createPaymentResultView(paidOrder, '/success', searchParams);
  const isComplete = 'data-state' in getOrderAttributes(view.result);
  const isFinal = isComplete || !view.pollUrl;
  return {
    ...view,
    delivery: getDelivery(paidOrder, token, searchParams.has('sent')),
    nextSite: isFinal
      ? findNextSite(paidOrder, isComplete && !searchParams.has('stay'), buildUrl({ t: token, stay: '1' }))
      : null,
  };
}

function getDelivery(paidOrder: PaidOrder | null, token: string, wasSent: boolean): OrderDeliveryProps | null {
  const delivery = paidOrder?.delivery;
  if (delivery?.kind !== 'emailed') return delivery ?? null;
  const notice = wasSent ? deliveredMessages.success.sent : null;
  const email = paidOrder?.order?.email ?? '';
  return { ...delivery, email, formUrl: buildUrl({ t: token }), notice, error: null };
}

/** Where the buyer goes next: to the seller's URL, or back to the site that embeds the page. */
function findNextSite(paidOrder: PaidOrder | null, redirects: boolean, stayUrl: string) {
  if (!paidOrder) return null;
  const { redirectUrl, returnTo, delivery, order } = paidOrder;
  if (redirectUrl) return { kind: 'forward' as const, url: redirectUrl, stayUrl: redirects ? stayUrl : null };
  if (!returnTo) return null;
  // A buyer with a voucher or with files needs this page until they have seen them.
  const isNeeded = Boolean(order?.pending?.url) || delivery?.kind === 'here';
  return { kind: 'back' as const, url: returnTo, stayUrl: redirects && !isNeeded ? stayUrl : null };
}

/** Sends the buyer another email with what the order delivers. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('t') ?? '';
  const failure = await context.get(servicesContext).sendDelivery(token, getClientAddress(request));
  return failure
    ? data({ error: failure.error.message }, { status: failure.status })
    : redirect(buildUrl({ t: token, sent: '1' }), 303);
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const nextSite = loaderData?.nextSite;
  return [
    { title: paymentResultMessages.states[loaderData?.result.state ?? 'plain'].title },
    { name: 'robots', content: 'noindex' },
    ...(nextSite?.stayUrl
      ? [{ httpEquiv: 'refresh', content: `${REDIRECT_DELAYS_S[nextSite.kind]};url=${nextSite.url}` }]
      : []),
  ];
};

export default function Success({
  loaderData: { result, fonts, pollUrl, pollIntervalS, delivery, nextSite },
  actionData,
}: Route.ComponentProps) {
  const error = actionData?.error ?? null;
  return (
    <>
      <main className="co-document" data-again={pollUrl} data-interval={pollIntervalS} {...getOrderAttributes(result)}>
        {fonts && <FontLinks {...fonts} />}
        <PaymentResult
          {...result}
          delivery={delivery?.kind === 'emailed' ? { ...delivery, error } : delivery}
          nextSite={nextSite}
        />
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

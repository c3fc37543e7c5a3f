import resultScript from '#app/checkout-page/enhance/poll-result.ts?worker&url';

import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/delivered.css';
import '#app/checkout-page/result-page.css';
import { FrameSupport } from '#app/checkout-page/frame-support.tsx';
import { FontLinks } from '#app/checkout-page/page-assets.tsx';
import { getOrderAttributes, PaymentResult } from '#app/checkout-page/payment-result.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { paymentResultMessages } from '#content/messages/payment-result.ts';

import type { Route } from './+types/embed-done.ts';
import { createPaymentResultView } from './payment-result.ts';

export const handle: RouteHandle = { static: true };

/** Payment result inside the site that embeds the page. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('t') ?? '';
  const paidOrder = await context.get(servicesContext).findPaidOrder(token);
  const delivery = paidOrder?.delivery ?? null;
  // Browsers send no cookie into a frame of another site, so what was bought opens in the top window.
  const openUrl = `/success?${new URLSearchParams({ t: token, stay: '1' })}`;
  return {
    ...createPaymentResultView(paidOrder, `/e/${params.slug}/done`, searchParams),
    delivery: delivery?.kind === 'emailed' ? { ...delivery, kind: 'framed' as const, openUrl } : delivery,
    host: searchParams.get('origin') ?? '',
  };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: paymentResultMessages.states[loaderData?.result.state ?? 'plain'].title },
];

export default function EmbedDone({
  loaderData: { result, fonts, pollUrl, pollIntervalS, delivery, host },
}: Route.ComponentProps) {
  return (
    <>
      {fonts && <FontLinks {...fonts} />}
      <FrameSupport host={host} />
      <main className="co-document" data-again={pollUrl} data-interval={pollIntervalS} {...getOrderAttributes(result)}>
        <PaymentResult {...result} delivery={delivery} isFramed />
      </main>
      <script type="module" src={resultScript} />
    </>
  );
}

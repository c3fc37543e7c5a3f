import awaitResult from '#app/checkout-page/await-result.ts?worker&url';
import '#app/checkout-page/checkout-page.css';
import { Faces } from '#app/checkout-page/faces.tsx';
import { Framed } from '#app/checkout-page/framed.tsx';
import { PaymentResult, RESULT_WORDS } from '#app/checkout-page/payment-result.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';

import type { Route } from './+types/embed-done.ts';
import { lookAt } from './paid-result.ts';

export const handle: RouteHandle = { static: true };

/** Payment result inside the site that embeds the page. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const paid = await context.get(shopContext).findPaidOrder(searchParams.get('t') ?? '');
  return {
    ...lookAt(paid, `/e/${params.slug}/done`, searchParams),
    host: searchParams.get('origin') ?? '',
  };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: RESULT_WORDS[loaderData?.result.state ?? 'plain'][0] },
];

/** Attributes that frame.ts reports to the embedding page. */
const toldOf = (result: Route.ComponentProps['loaderData']['result']) =>
  result.state === 'paid' || result.state === 'pending'
    ? { 'data-order': result.order.number, 'data-state': result.state }
    : {};

export default function EmbedDone({ loaderData: { result, fonts, again, host } }: Route.ComponentProps) {
  return (
    <>
      {fonts && <Faces fonts={fonts} />}
      <Framed host={host} />
      <main className="co-document" data-again={again} {...toldOf(result)}>
        <PaymentResult {...result} framed />
      </main>
      {again && <script type="module" src={awaitResult} />}
    </>
  );
}

import '#app/checkout-page/checkout-page.css';
import { fontPreloads, fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { PaymentResult } from '#app/checkout-page/payment-result.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';

import type { Route } from './+types/success.ts';

export const handle: RouteHandle = { static: true };

const ASK_EVERY_S = 2;
const MOST_ASKS = 15;

/** Asks again by itself, without script, until the order is confirmed or half a minute has gone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('t');
  const shop = context.get(shopContext);
  const paid = token ? await shop.findPaidOrder(token) : null;
  const logoSize = paid && (await shop.findImageSizes(paid.config)).logo;
  const asked = Number(searchParams.get('asked') ?? 0) || 0;
  const again =
    paid && !paid.order && asked < MOST_ASKS
      ? new URLSearchParams({ t: token ?? '', asked: String(asked + 1) }).toString()
      : null;
  return { paid, logoSize, again };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.again ? 'Waiting for the payment' : 'Payment Successful!' },
  { name: 'robots', content: 'noindex' },
  ...(loaderData?.again
    ? [{ httpEquiv: 'refresh', content: `${ASK_EVERY_S};url=/success?${loaderData.again}` }]
    : []),
];

export default function Success({ loaderData: { paid, logoSize, again } }: Route.ComponentProps) {
  if (!paid)
    return (
      <Document>
        <PaymentResult state="plain" />
      </Document>
    );
  const page = { ...paid.config, sellerName: paid.sellerName, logoSize };
  return (
    <Document>
      {fontPreloads(page.fonts).map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
      ))}
      {fontStylesheets(page.fonts).map((href) => (
        <link key={href} rel="stylesheet" precedence="face" href={href} />
      ))}
      {paid.order ? (
        <PaymentResult state="paid" page={page} order={paid.order} />
      ) : (
        <PaymentResult state={again ? 'waiting' : 'late'} page={page} />
      )}
    </Document>
  );
}

const Document = ({ children }: { children: React.ReactNode }) => (
  <main className="co-document">{children}</main>
);

import type { ReactNode } from 'react';

import awaitResult from '#app/checkout-page/await-result.ts?worker&url';
import '#app/checkout-page/checkout-page.css';
import { fontPreloads, fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { PaymentResult, RESULT_WORDS } from '#app/checkout-page/payment-result.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import type { PaidOrder } from '#server/shop.ts';

import type { Route } from './+types/success.ts';
import { lookAt } from './paid-result.ts';

export const handle: RouteHandle = { static: true };

const ASK_EVERY_S = 2;
/** Seconds for reading the result before the redirect to the embedding site. */
const READ_S = 8;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const paid = await context.get(shopContext).findPaidOrder(searchParams.get('t') ?? '');
  const looked = lookAt(paid, '/success', searchParams);
  const isDone = looked.result.state === 'paid' || looked.result.state === 'pending';
  const address = paid?.returnTo ?? null;
  const stay = `/success?${new URLSearchParams({ t: searchParams.get('t') ?? '', stay: '1' })}`;
  const leaves = isDone && !searchParams.has('stay');
  const back = address && !looked.again ? { address, stay: leaves ? stay : null } : null;
  return { ...looked, back };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: RESULT_WORDS[loaderData?.result.state ?? 'plain'][0] },
  { name: 'robots', content: 'noindex' },
  ...(loaderData?.back?.stay
    ? [{ httpEquiv: 'refresh', content: `${READ_S};url=${loaderData.back.address}` }]
    : []),
];

export default function Success({ loaderData: { result, fonts, again, back } }: Route.ComponentProps) {
  return (
    <Document again={again}>
      {fonts && <Faces fonts={fonts} />}
      <PaymentResult {...result} back={back} />
    </Document>
  );
}

const Faces = ({ fonts }: { fonts: PaidOrder['config']['fonts'] }) => (
  <>
    {fontPreloads(fonts).map((href) => (
      <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
    ))}
    {fontStylesheets(fonts).map((href) => (
      <link key={href} rel="stylesheet" precedence="face" href={href} />
    ))}
  </>
);

/** Polls by reloading the document without JavaScript, and in the background with it. */
const Document = ({ again, children }: { again: string | null; children: ReactNode }) => (
  <>
    <main className="co-document" data-again={again}>
      {children}
    </main>
    {again && (
      <>
        <noscript>
          <meta httpEquiv="refresh" content={`${ASK_EVERY_S};url=${again}`} />
        </noscript>
        <script type="module" src={awaitResult} />
      </>
    )}
  </>
);

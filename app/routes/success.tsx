import type { ReactNode } from 'react';

import awaitResult from '#app/checkout-page/await-result.ts?worker&url';
import '#app/checkout-page/checkout-page.css';
import { fontPreloads, fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { PaymentResult, RESULT_WORDS, type PaymentResultProps } from '#app/checkout-page/payment-result.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import type { PaidOrder } from '#server/shop.ts';

import type { Route } from './+types/success.ts';

export const handle: RouteHandle = { static: true };

const ASK_EVERY_S = 2;
const MOST_ASKS = 15;

/** `again` is where to ask next, until it is known what became of the payment or half a minute has gone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('t') ?? '';
  const asked = Number(searchParams.get('asked')) || 0;
  const paid = await context.get(shopContext).findPaidOrder(token);
  const isOpen = paid?.state === 'waiting' || paid?.state === 'unpaid';
  const again =
    isOpen && asked < MOST_ASKS
      ? `/success?${new URLSearchParams({ t: token, asked: `${asked + 1}` })}`
      : null;
  return { result: resultOf(paid, again, token), fonts: paid?.config.fonts ?? null, again };
}

function resultOf(paid: PaidOrder | null, again: string | null, token: string): PaymentResultProps {
  if (!paid) return { state: 'plain' };
  const { config, logoSize, sellerName, state, order, pageUrl } = paid;
  const { logo, accentColor, fonts, successMessage } = config;
  const page = { logo, accentColor, fonts, successMessage, sellerName, logoSize };
  if (again) return { state: 'waiting', page };
  if (order && state !== 'failed' && state !== 'waiting' && state !== 'unpaid') return { state, page, order };
  if (state === 'waiting')
    return { state: 'late', page, wayOn: `/success?${new URLSearchParams({ t: token })}` };
  return { state: 'unfinished', page, wayOn: pageUrl };
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: RESULT_WORDS[loaderData?.result.state ?? 'plain'][0] },
  { name: 'robots', content: 'noindex' },
];

export default function Success({ loaderData: { result, fonts, again } }: Route.ComponentProps) {
  return (
    <Document again={again}>
      {fonts && <Faces fonts={fonts} />}
      <PaymentResult {...result} />
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

/** Without script the document asks again by loading itself anew; with it the script asks in the background. */
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

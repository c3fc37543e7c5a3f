import { data, redirect } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import { checkoutMeta, closedMeta, missingMeta } from '#app/checkout-page/checkout-meta.ts';
import type { CheckoutPageProps, Problem } from '#app/checkout-page/checkout-page-props.ts';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { ClosedPage } from '#app/checkout-page/closed-page.tsx';
import enhance from '#app/checkout-page/enhance.ts?worker&url';
import { fontPreloads, fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import type { ImageSizes, PublicPage } from '#server/shop.ts';

import type { Route } from './+types/checkout.ts';

/** Complete without React in the browser: one small script smooths the forms. */
export const handle: RouteHandle = { static: true };

const MOVED = { headers: { 'Cache-Control': 'public, max-age=3600' } };
/** Set by the front door; never taken from the outside. */
const ADDRESS_HEADER = 'x-client-address';

type Answer = Pick<CheckoutPageProps, 'problems' | 'typed'> & { withoutCoupon?: boolean };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const found = await shop.findPage(params.slug);
  if (found.kind === 'missing')
    return data({ kind: 'missing' as const, appUrl: shop.appUrl }, { status: 404 });
  const url = new URL(request.url);
  if (found.kind === 'moved') throw redirect(`/c/${found.slug}${url.search}`, { status: 301, ...MOVED });
  const code = url.searchParams.get('coupon');
  const { page } = found;
  const coupon =
    code && page.config.enableCoupon ? await shop.applyCoupon(page.slug, code, addressOf(request)) : null;
  const refused = coupon && 'refused' in coupon ? coupon.refused : null;
  return data({
    kind: page.acceptingPayments ? ('open' as const) : ('closed' as const),
    appUrl: shop.appUrl,
    page,
    imageSizes: await shop.findImageSizes(page.config),
    discounted: coupon && !('refused' in coupon) ? coupon : null,
    couponProblem: refused && { title: refused.title, message: refused.message },
    triedCode: code,
  });
}

const addressOf = (request: Request): string => request.headers.get(ADDRESS_HEADER) ?? 'unknown';

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const here = `/c/${params.slug}`;
  const shop = context.get(shopContext);
  switch (text('intent')) {
    case 'remove-coupon':
      return redirect(here, 303);
    case 'coupon': {
      const applied = await shop.applyCoupon(params.slug, text('code'), addressOf(request));
      if (!('refused' in applied)) return redirect(`${here}?coupon=${encodeURIComponent(applied.code)}`, 303);
      return data<Answer>(
        { problems: { coupon: applied.refused }, typed: { code: text('code') } },
        { status: applied.status },
      );
    }
    default:
      return pay(shop, params.slug, text, addressOf(request));
  }
}

type Shop = ReturnType<typeof shopOf>;
const shopOf = (context: Route.ActionArgs['context']) => context.get(shopContext);

async function pay(shop: Shop, slug: string, text: (name: string) => string, address: string) {
  const typed = { email: text('email'), terms: text('terms') === 'yes' };
  if (typed.email === '')
    return refusal(typed, { email: { message: 'Please enter your email address.' } }, 422);
  const amount = Number(text('expected'));
  const currency = text('currency');
  const known = text('expected') !== '' && Number.isSafeInteger(amount) && isCurrencyCode(currency);
  const paid = await shop.pay(
    {
      slug,
      appliedCoupon: text('coupon') || null,
      ...(text('attempt') ? { attempt: text('attempt') } : {}),
      email: typed.email,
      termsAccepted: typed.terms,
      ...(known ? { expected: { amount, currency } } : {}),
    },
    address,
  );
  if ('attemptId' in paid) return redirect(`/c/${slug}/pay/${paid.attemptId}`, 303);
  const { code, title, message } = paid.refused;
  return refusal(typed, { [placeOf(code)]: { title, message } }, paid.status, placeOf(code) === 'coupon');
}

const refusal = (
  typed: Answer['typed'],
  problems: Record<string, Problem>,
  status: number,
  withoutCoupon = false,
) => data<Answer>({ typed, problems, withoutCoupon }, { status });

function placeOf(code: string): 'terms' | 'email' | 'coupon' | 'form' {
  if (code === 'terms_required') return 'terms';
  if (code === 'email_invalid') return 'email';
  return code.startsWith('coupon_') ? 'coupon' : 'form';
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData || loaderData.kind === 'missing') return missingMeta();
  const described = { ...loaderData.page, appUrl: loaderData.appUrl };
  return loaderData.kind === 'closed' ? closedMeta(described) : checkoutMeta(described);
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'missing') {
    return (
      <main>
        <h1>Page not found</h1>
        <p>
          This checkout page doesn&apos;t exist. <a href="/?notice=page-not-found">Go to the front page</a>
        </p>
      </main>
    );
  }
  const { page, kind } = loaderData;
  return (
    <>
      <Faces page={page} />
      {kind === 'closed' ? (
        <ClosedPage page={page.config} sellerName={page.sellerName} onSale={page.onSale} />
      ) : (
        <OpenPage {...loaderData} answer={actionData} />
      )}
    </>
  );
}

const Faces = ({ page }: { page: PublicPage }) => (
  <>
    {fontPreloads(page.config.fonts).map((href) => (
      <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
    ))}
    {fontStylesheets(page.config.fonts).map((href) => (
      <link key={href} rel="stylesheet" precedence="face" href={href} />
    ))}
  </>
);

type OpenPageProps = {
  page: PublicPage;
  imageSizes: ImageSizes;
  discounted: CheckoutPageProps['discounted'];
  couponProblem: Problem | null;
  triedCode: string | null;
  answer: Answer | undefined;
};

function OpenPage({ page, imageSizes, discounted, couponProblem, triedCode, answer }: OpenPageProps) {
  const problems = { ...(couponProblem ? { coupon: couponProblem } : {}), ...answer?.problems };
  return (
    <main className="co-document">
      <CheckoutPage
        config={page.config}
        sellerName={page.sellerName}
        imageSizes={imageSizes}
        discounted={answer?.withoutCoupon ? null : discounted}
        pay={{
          slug: page.slug,
          version: page.version,
          attempt: '',
          action: `/c/${page.slug}${discounted && !answer?.withoutCoupon ? `?coupon=${encodeURIComponent(discounted.code)}` : ''}`,
        }}
        problems={problems}
        typed={{ ...(triedCode ? { code: triedCode } : {}), ...answer?.typed }}
      />
      <script type="module" src={enhance} />
    </main>
  );
}

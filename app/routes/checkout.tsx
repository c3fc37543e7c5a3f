import { data, redirect } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import { checkoutMeta, closedMeta, missingMeta } from '#app/checkout-page/checkout-meta.ts';
import type { CheckoutPageProps, Problem } from '#app/checkout-page/checkout-page-props.ts';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { ClosedPage, type ClosedBecause } from '#app/checkout-page/closed-page.tsx';
import { hasCoupons } from '#app/checkout-page/coupon-box.tsx';
import enhance from '#app/checkout-page/enhance.ts?worker&url';
import { Faces } from '#app/checkout-page/faces.tsx';
import { BackLine, Framed } from '#app/checkout-page/framed.tsx';
import { PageFiles } from '#app/checkout-page/page-files.tsx';
import { TakenDown, takenDownMeta } from '#app/checkout-page/taken-down.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { startAnswers } from '#domain/custom-field-answers.ts';
import { returnAddressOf } from '#domain/embedding.ts';
import type { PublicPage } from '#server/shop.ts';

import type { Route } from './+types/checkout.ts';
import {
  lookedAgain,
  orderFrom,
  refusedOrder,
  textOf,
  typedFrom,
  type OrderAnswer,
} from './checkout-order.ts';

/** Works without React in the browser: one small script enhances the forms. */
export const handle: RouteHandle = { static: true };

const MOVED = { headers: { 'Cache-Control': 'public, max-age=3600' } };
/** Set by the HTTP server, which drops the header from incoming requests. */
const ADDRESS_HEADER = 'x-client-address';
const COUNTRY_HEADER = 'x-client-country';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const found = await shop.findPage(params.slug);
  if (found.kind === 'missing')
    return data({ kind: 'missing' as const, appUrl: shop.appUrl }, { status: 404 });
  if (found.kind === 'suspended') return data({ kind: 'suspended' as const }, { status: 410 });
  const url = new URL(request.url);
  if (found.kind === 'moved') throw redirect(`/c/${found.slug}${url.search}`, { status: 301, ...MOVED });
  const code = url.searchParams.get('coupon');
  const { page } = found;
  const coupon =
    code && hasCoupons(page.config) ? await shop.applyCoupon(page.slug, code, addressOf(request)) : null;
  const refused = coupon && 'refused' in coupon ? coupon.refused : null;
  return data({
    kind: 'page' as const,
    closed: closedBecause(page),
    appUrl: shop.appUrl,
    page,
    discounted: coupon && !('refused' in coupon) ? coupon : null,
    couponProblem: refused && { title: refused.title, message: refused.message },
    typed: {
      ...(code ? { code } : {}),
      ...typedFrom(textOf(url.searchParams)),
      answers: startAnswers(page.config.customFields, (name) => url.searchParams.get(name)),
    },
    canceled: url.searchParams.has('canceled'),
    ...siteAround(url, page.slug, found.embedOrigins),
  });
}

type SiteAround = { host: string | null; returnTo: string | null; action: string | null };

/**
 * The site that embeds the page, the URL to return to after paying, and the form action. Forms in a frame post to the
 * page itself in the top window.
 */
function siteAround({ pathname, searchParams }: URL, slug: string, origins: readonly string[]): SiteAround {
  const host = pathname.startsWith('/e/') ? (searchParams.get('origin') ?? '') : null;
  const returnTo = returnAddressOf(origins, host ?? searchParams.get('returnTo'));
  if (host === null) return { host, returnTo, action: null };
  const query = new URLSearchParams(searchParams);
  query.delete('origin');
  if (returnTo) query.set('returnTo', returnTo);
  return { host, returnTo, action: `/c/${slug}?${query}` };
}

const addressOf = (request: Request): string => request.headers.get(ADDRESS_HEADER) ?? 'unknown';

/** Returns null while the page is open. */
function closedBecause({
  onSale,
  paused,
  acceptingPayments,
  availability,
}: PublicPage): ClosedBecause | null {
  if (!onSale) return 'off';
  if (paused) return 'paused';
  if (!acceptingPayments) return 'unable';
  return availability === 'open' ? null : availability;
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const found = await shop.findPage(params.slug);
  const { search } = new URL(request.url);
  // The slug changed meanwhile: status 307 makes the browser post the same form to the new URL.
  if (found.kind === 'moved') throw redirect(`/c/${found.slug}${search}`, 307);
  if (found.kind === 'missing') throw redirect('/?notice=page-gone', 303);
  if (found.kind === 'suspended') throw redirect(shop.pathOf(params.slug), 303);
  const [here, form] = [shop.pathOf(params.slug), await request.formData()];
  const text = textOf(form);
  switch (text('intent')) {
    case 'remove-coupon':
      return redirect(addressWith(here, search, null), 303);
    case 'coupon': {
      const applied = await shop.applyCoupon(params.slug, text('code'), addressOf(request));
      if (!('refused' in applied)) return redirect(addressWith(here, search, applied.code), 303);
      return data<OrderAnswer>(
        { problems: { coupon: applied.refused }, typed: { code: text('code') }, discounted: null },
        { status: applied.status },
      );
    }
    case 'look':
      return data(lookedAgain(orderFrom(params.slug, form)));
    default: {
      const order = { ...orderFrom(params.slug, form), visit: { query: seenQuery(request) } };
      const paid = await shop.pay(order, addressOf(request), {
        userAgent: request.headers.get('user-agent'),
        country: request.headers.get(COUNTRY_HEADER) ?? '',
      });
      if ('attemptId' in paid) return redirect(`/c/${paid.slug}/pay/${paid.attemptId}`, 303);
      return data(refusedOrder(order, paid), { status: paid.status });
    }
  }
}

/** The page's URL with or without a coupon. Other parameters stay, except `canceled`. */
function addressWith(path: string, search: string, coupon: string | null): string {
  const query = new URLSearchParams(search);
  query.delete('canceled');
  query.delete('coupon');
  if (coupon !== null) query.set('coupon', coupon);
  return query.size > 0 ? `${path}?${query}` : path;
}

const MAX_QUERY = 4096;

/** Query of the page with the form, for attribution. It comes from the referrer, because the form does not include it. */
function seenQuery(request: Request): string {
  const here = new URL(request.url);
  const page = URL.parse(request.headers.get('referer') ?? '');
  return (page?.origin === here.origin ? page : here).search.slice(0, MAX_QUERY);
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData || loaderData.kind === 'missing') return missingMeta();
  if (loaderData.kind === 'suspended') return takenDownMeta();
  const described = { ...loaderData.page, appUrl: loaderData.appUrl };
  return loaderData.closed ? closedMeta(described, loaderData.closed) : checkoutMeta(described);
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'suspended') return <TakenDown />;
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
  const { page } = loaderData;
  // A buyer who submits while all stock is reserved keeps the form: a reservation may be released.
  const closed = actionData?.problems && loaderData.closed === 'held' ? null : loaderData.closed;
  return (
    <>
      <Faces fonts={page.config.fonts} />
      <PageFiles page={page} />
      {loaderData.host !== null && <Framed host={loaderData.host} />}
      {closed ? <Closed page={page} because={closed} /> : <OpenPage {...loaderData} answer={actionData} />}
    </>
  );
}

const Closed = ({ page, because }: { page: PublicPage; because: ClosedBecause }) => (
  <main className="co-document">
    <ClosedPage {...page} page={page.config} because={because} />
  </main>
);

const CANCELED = { message: 'You came back before paying. Nothing was charged.', calm: true };

type OpenPageProps = {
  page: PublicPage;
  discounted: CheckoutPageProps['discounted'];
  couponProblem: Problem | null;
  typed: CheckoutPageProps['typed'];
  canceled: boolean;
  host: string | null;
  returnTo: string | null;
  action: string | null;
  answer: OrderAnswer | undefined;
};

function OpenPage({
  page,
  couponProblem,
  canceled,
  host,
  returnTo,
  action,
  answer,
  ...asked
}: OpenPageProps) {
  const looked = {
    problems: {
      ...(couponProblem ? { coupon: couponProblem } : {}),
      ...(canceled ? { form: CANCELED } : {}),
    },
    typed: asked.typed,
  };
  const { problems, typed } = answer ?? looked;
  return (
    <main className="co-document">
      {returnTo && host === null && <BackLine address={returnTo} />}
      <CheckoutPage
        config={page.config}
        sellerName={page.sellerName}
        imageSizes={page.imageSizes}
        left={page.left}
        countdownOver={page.countdownOver}
        discounted={answer?.discounted === undefined ? asked.discounted : answer.discounted}
        pay={{
          slug: page.slug,
          version: page.version,
          attempt: answer?.attempt ?? '',
          returnTo,
          ...(action ? { action } : {}),
        }}
        problems={problems}
        typed={{ ...asked.typed, ...typed }}
      />
      <script type="module" src={enhance} />
      {!answer && (
        <noscript>
          <img src={`/c/${page.slug}/seen.gif?v=${page.version}`} alt="" />
        </noscript>
      )}
    </main>
  );
}

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
import { pressWords } from '#domain/page-since.ts';
import type { PayRequest, PublicPage, Shop } from '#server/shop.ts';

import type { Route } from './+types/checkout.ts';

/** Complete without React in the browser: one small script smooths the forms. */
export const handle: RouteHandle = { static: true };

const MOVED = { headers: { 'Cache-Control': 'public, max-age=3600' } };
/** Set by the front door; never taken from the outside. */
const ADDRESS_HEADER = 'x-client-address';
const COUNTRY_HEADER = 'x-client-country';

/** What the answer to a post draws over what the loader says. */
type Answer = Pick<CheckoutPageProps, 'problems' | 'typed' | 'discounted'> & { attempt?: string };

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
    discounted: coupon && !('refused' in coupon) ? coupon : null,
    couponProblem: refused && { title: refused.title, message: refused.message },
    triedCode: code,
    canceled: url.searchParams.has('canceled'),
  });
}

const addressOf = (request: Request): string => request.headers.get(ADDRESS_HEADER) ?? 'unknown';

export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const found = await shop.findPage(params.slug);
  // The page went to another address meanwhile: the browser posts the same form there.
  if (found.kind === 'moved') throw redirect(`/c/${found.slug}${new URL(request.url).search}`, 307);
  if (found.kind === 'missing') throw redirect('/?notice=page-gone', 303);
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const here = `/c/${params.slug}`;
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
      return pay(shop, params.slug, text, request);
  }
}

async function pay(shop: Shop, slug: string, text: (name: string) => string, request: Request) {
  const [email, coupon] = [text('email'), text('coupon')];
  const terms = text('terms') === 'yes';
  const paid = await shop.pay(
    {
      slug,
      appliedCoupon: coupon || null,
      attempt: text('attempt'),
      email,
      termsAccepted: terms,
      ...seenBy(text),
      visit: { query: seenQuery(request) },
    },
    addressOf(request),
    { userAgent: request.headers.get('user-agent'), country: request.headers.get(COUNTRY_HEADER) ?? '' },
  );
  if ('attemptId' in paid) return redirect(`/c/${paid.slug}/pay/${paid.attemptId}`, 303);
  const { since, attempt } = paid;
  const problems = pressWords({ ...paid, coupon });
  if (email === '') problems.email = { message: 'Please enter your email address.' };
  const typed = {
    email,
    terms: terms && !since?.termsChanged,
    ...(since?.couponGone ? { code: coupon } : {}),
  };
  return data<Answer>(
    { attempt, problems, typed, discounted: since?.discounted ?? null },
    { status: paid.status },
  );
}

const MAX_QUERY = 4096;

/** The query of the page that the form was on: where the buyer came from, which the form does not know. */
function seenQuery(request: Request): string {
  const here = new URL(request.url);
  const page = URL.parse(request.headers.get('referer') ?? '');
  return (page?.origin === here.origin ? page : here).search.slice(0, MAX_QUERY);
}

/** What the form says of the page that its buyer saw; nothing where it makes no sense. */
function seenBy(text: (name: string) => string): Pick<PayRequest, 'expected' | 'version'> {
  const [amount, version] = [countFrom(text('expected')), countFrom(text('version'))];
  const currency = text('currency');
  return {
    ...(amount !== null && isCurrencyCode(currency) ? { expected: { amount, currency } } : {}),
    ...(version ? { version } : {}),
  };
}

const countFrom = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

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
        <ClosedPage
          page={page.config}
          sellerName={page.sellerName}
          address={`/c/${page.slug}`}
          onSale={page.onSale}
        />
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

const CANCELED = { message: 'You came back before paying. Nothing was charged.', calm: true };

type OpenPageProps = {
  page: PublicPage;
  discounted: CheckoutPageProps['discounted'];
  couponProblem: Problem | null;
  triedCode: string | null;
  canceled: boolean;
  answer: Answer | undefined;
};

function OpenPage({ page, couponProblem, triedCode, canceled, answer, ...asked }: OpenPageProps) {
  const discounted = answer ? answer.discounted : asked.discounted;
  const looked = {
    problems: {
      ...(couponProblem ? { coupon: couponProblem } : {}),
      ...(canceled ? { form: CANCELED } : {}),
    },
    typed: triedCode ? { code: triedCode } : {},
  };
  const { problems, typed } = answer ?? looked;
  return (
    <main className="co-document">
      <CheckoutPage
        config={page.config}
        sellerName={page.sellerName}
        imageSizes={page.imageSizes}
        discounted={discounted}
        pay={{
          slug: page.slug,
          version: page.version,
          attempt: answer?.attempt ?? '',
          action: `/c/${page.slug}${discounted ? `?coupon=${encodeURIComponent(discounted.code)}` : ''}`,
        }}
        problems={problems}
        typed={typed}
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

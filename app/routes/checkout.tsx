import { data, redirect } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import { checkoutMeta, closedMeta, missingMeta } from '#app/checkout-page/checkout-meta.ts';
import type { FormError } from '#app/checkout-page/checkout-page-props.ts';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { ClosedPage, type ClosedReason, SuspendedPage, suspendedPageMeta } from '#app/checkout-page/closed-page.tsx';
import { hasCoupons } from '#app/checkout-page/coupon-field.tsx';
import enhance from '#app/checkout-page/enhance/checkout-script.ts?worker&url';
import quantityScript from '#app/checkout-page/enhance/quantity-script.ts?worker&url';
import { BackLink, FrameSupport } from '#app/checkout-page/frame-support.tsx';
import { FontLinks, PageAssets, ResultStyles } from '#app/checkout-page/page-assets.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { createFieldReader, getClientAddress, readIntent } from '#app/lib/request-fields.ts';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { checkoutPageMessages, closedPageMessages } from '#content/messages/checkout-page.ts';
import { withCompletionPrice } from '#domain/bundle.ts';
import { getInitialAnswers } from '#domain/custom-field-answers.ts';
import { parseReturnUrl } from '#domain/embedding.ts';
import { withoutTrials } from '#domain/payment-terms.ts';
import { pick } from '#domain/pick.ts';
import type { AppliedCoupon, CheckoutPrefill, CheckoutRequest, PublicPage, Services } from '#server/core/services.ts';

import type { Route } from './+types/checkout.ts';
import { applyStep, createUnseenForm, fitPrefilledQuantity, hasUnseenTotal } from './checkout-quantity.ts';
import {
  createRefreshedForm,
  createRefusedCoupon,
  createRefusedForm,
  hasEnteredValues,
  keepCode,
  parseOrderForm,
  readPrefill,
  type OrderActionData,
} from './parse-checkout-form.ts';

/** Works without React in the browser: one small script enhances the forms. */
export const handle: RouteHandle = {
  static: true,
  getLanguage: (loaderData) => {
    const page = loaderData as Route.ComponentProps['loaderData'] | undefined;
    return page?.kind === 'page' ? page.page.config.language : undefined;
  },
};

const MOVED_INIT = { headers: { 'Cache-Control': 'public, max-age=3600' } };
/** Set by the HTTP server, which drops the header from incoming requests. */
const CLIENT_COUNTRY_HEADER = 'x-client-country';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const pageResult = await services.findPage(params.slug);
  if (pageResult.kind === 'missing')
    return data({ kind: 'missing' as const, appUrl: services.appUrl }, { status: 404 });
  if (pageResult.kind === 'suspended') return data({ kind: 'suspended' as const }, { status: 410 });
  const url = new URL(request.url);
  if (pageResult.kind === 'moved') throw redirect(`/c/${pageResult.slug}${url.search}`, { status: 301, ...MOVED_INIT });
  const checkoutId = url.searchParams.get('checkout');
  const link = checkoutId === null ? null : await services.findCheckoutPrefill(pageResult.page.slug, checkoutId);
  const page = completePage(pageResult.page, link);
  const typed = {
    ...(link ? pick(link.values, ['plan', 'amount', 'quantity', 'email']) : {}),
    ...readPrefill(createFieldReader(url.searchParams)),
  };
  const couponCode = url.searchParams.get('coupon') ?? link?.values.couponCode ?? null;
  const coupon =
    couponCode && hasCoupons(page.config)
      ? await services.applyCoupon(page.slug, couponCode, getClientAddress(request), typed)
      : null;
  const isCanceled = url.searchParams.has('canceled');
  const attempt = isCanceled ? url.searchParams.get('attempt') : null;
  const bumps = attempt ? await services.findCanceledBumps(page.slug, attempt, getClientAddress(request)) : [];
  const rejection = coupon && 'error' in coupon ? coupon.error : null;
  return data({
    kind: 'page' as const,
    closedReason: getClosedReason(page),
    appUrl: services.appUrl,
    page,
    discounted: coupon && !('error' in coupon) ? coupon : null,
    couponError: rejection && { title: rejection.title, message: rejection.message },
    typed: {
      ...(couponCode ? { code: couponCode } : {}),
      ...typed,
      ...fitPrefilledQuantity(page, typed),
      ...(bumps.length > 0 ? { bumps } : {}),
      answers: getInitialAnswers(
        page.config.customFields,
        (name) => url.searchParams.get(name) ?? link?.values.answers?.[name] ?? null,
      ),
    },
    isCanceled,
    checkout: link?.id ?? null,
    isLinkExpired: checkoutId !== null && link === null,
    backUrl: link?.cancelUrl ?? null,
    ...getEmbedding(url, page.slug, pageResult.embedOrigins),
  });
}

/** The page as a buyer who completes its bundle sees it. */
const completePage = (page: PublicPage, link: CheckoutPrefill | null): PublicPage =>
  link?.completion
    ? { ...page, ...link.completion, config: withCompletionPrice(page.config, link.completion.amount) }
    : page;

type Embedding = { host: string | null; returnTo: string | null; action: string | null };

/**
 * The site that embeds the page, the URL to return to after paying, and the form action. Forms in a frame post to the
 * page itself in the top window.
 */
function getEmbedding({ pathname, searchParams }: URL, slug: string, origins: readonly string[]): Embedding {
  const host = pathname.startsWith('/e/') ? (searchParams.get('origin') ?? '') : null;
  const returnTo = parseReturnUrl(origins, host ?? searchParams.get('returnTo'));
  if (host === null) return { host, returnTo, action: null };
  const query = new URLSearchParams(searchParams);
  query.delete('origin');
  if (returnTo) query.set('returnTo', returnTo);
  return { host, returnTo, action: `/c/${slug}?${query}` };
}

/** Returns null while the page is open. */
function getClosedReason({ onSale, paused, acceptingPayments, availability }: PublicPage): ClosedReason | null {
  if (!onSale) return 'off';
  if (paused) return 'paused';
  if (!acceptingPayments) return 'unable';
  return availability === 'open' ? null : availability;
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const pageResult = await services.findPage(params.slug);
  const { search } = new URL(request.url);
  // The slug changed meanwhile: status 307 makes the browser post the same form to the new URL.
  if (pageResult.kind === 'moved') throw redirect(`/c/${pageResult.slug}${search}`, 307);
  if (pageResult.kind === 'missing') throw redirect('/?notice=page-gone', 303);
  if (pageResult.kind === 'suspended') throw redirect(services.pagePath(params.slug), 303);
  const [pagePath, form] = [services.pagePath(params.slug), await request.formData()];
  const order = parseOrderForm(params.slug, form);
  const readField = createFieldReader(form);
  const code = readField('code');
  const { page } = pageResult;
  const stepped = applyStep(page, order, readField);
  if (stepped)
    return answerQuantity(services, request, stepped, (discounted) =>
      keepCode({ ...createRefreshedForm(stepped), discounted }, code),
    );
  switch (readIntent(form)) {
    case 'remove-coupon':
      return answerCouponForm(order, null, withCoupon(pagePath, search, null));
    case 'coupon': {
      const couponResult = await services.applyCoupon(params.slug, code, getClientAddress(request), order);
      if ('error' in couponResult)
        return data(createRefusedCoupon(order, code, couponResult.error), { status: couponResult.status });
      return answerCouponForm(order, couponResult, withCoupon(pagePath, search, couponResult.code));
    }
    // Pages that were opened before an update send the former name, `look`.
    case 'refresh':
    case 'look':
      return data(keepCode(createRefreshedForm(order), code));
    default: {
      if (hasUnseenTotal(page.config, order, readField))
        return answerQuantity(services, request, order, (discounted) =>
          keepCode(createUnseenForm(page, order, discounted), code),
        );
      const visit = { query: getVisitQuery(request) };
      const checkoutResult = await services.startCheckout({ ...order, visit }, getClientAddress(request), {
        userAgent: request.headers.get('user-agent'),
        country: request.headers.get(CLIENT_COUNTRY_HEADER) ?? '',
        cookies: request.headers.get('cookie'),
      });
      if ('attemptId' in checkoutResult) {
        const { slug, attemptId, setCookie } = checkoutResult;
        return redirect(`/c/${slug}/pay/${attemptId}`, {
          status: 303,
          ...(setCookie && { headers: { 'Set-Cookie': setCookie } }),
        });
      }
      return data(keepCode(createRefusedForm(order, checkoutResult), code), { status: checkoutResult.status });
    }
  }
}

/** Redirects to the page with or without the coupon. Values that the buyer has entered are kept in the form instead. */
const answerCouponForm = (order: CheckoutRequest, discounted: OrderActionData['discounted'], pageUrl: string) =>
  hasEnteredValues(order)
    ? data<OrderActionData>({ ...createRefreshedForm(order), discounted })
    : redirect(pageUrl, 303);

/** Renders the page for the order's quantity, with the coupon that the buyer has applied. Starts no checkout. */
async function answerQuantity(
  services: Services,
  request: Request,
  order: CheckoutRequest,
  createForm: (discounted: AppliedCoupon | null) => OrderActionData,
) {
  const { slug, appliedCoupon: code } = order;
  const coupon = code ? await services.applyCoupon(slug, code, getClientAddress(request), order) : null;
  return coupon && 'error' in coupon
    ? data(createRefusedCoupon(order, code ?? '', coupon.error), { status: coupon.status })
    : data(createForm(coupon));
}

/** The page's URL with or without a coupon. Other parameters stay, except those of a canceled attempt. */
function withCoupon(path: string, search: string, coupon: string | null): string {
  const query = new URLSearchParams(search);
  query.delete('canceled');
  query.delete('attempt');
  query.delete('coupon');
  if (coupon !== null) query.set('coupon', coupon);
  return query.size > 0 ? `${path}?${query}` : path;
}

const MAX_QUERY = 4096;

/** Query of the page with the form, for attribution. It comes from the referrer, because the form does not include it. */
function getVisitQuery(request: Request): string {
  const requestUrl = new URL(request.url);
  const page = URL.parse(request.headers.get('referer') ?? '');
  return (page?.origin === requestUrl.origin ? page : requestUrl).search.slice(0, MAX_QUERY);
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData || loaderData.kind === 'missing') return missingMeta();
  if (loaderData.kind === 'suspended') return suspendedPageMeta();
  const metaInput = { ...loaderData.page, appUrl: loaderData.appUrl };
  return loaderData.closedReason ? closedMeta(metaInput, loaderData.closedReason) : checkoutMeta(metaInput);
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'suspended')
    return (
      <>
        <ResultStyles />
        <SuspendedPage />
      </>
    );
  if (loaderData.kind === 'missing') {
    return (
      <main>
        <h1>{closedPageMessages.missing.title}</h1>
        <p>
          <RichText
            text={closedPageMessages.missing.home}
            tags={{ link: (text) => <a href="/?notice=page-not-found">{text}</a> }}
          />
        </p>
      </main>
    );
  }
  const { page } = loaderData;
  // A buyer who submits while all stock is reserved keeps the form: a reservation may be released.
  const closedReason = actionData?.errors && loaderData.closedReason === 'reserved' ? null : loaderData.closedReason;
  return (
    <>
      <FontLinks fonts={page.config.fonts} pageFontFiles={page.fontFiles} />
      <PageAssets page={page} />
      {loaderData.host !== null && <FrameSupport host={loaderData.host} />}
      {closedReason ? (
        <Closed page={page} reason={closedReason} />
      ) : (
        <OpenPage loaderData={loaderData} actionResult={actionData} />
      )}
    </>
  );
}

const Closed = ({ page, reason }: { page: PublicPage; reason: ClosedReason }) => (
  <main className="co-document">
    <ResultStyles />
    <ClosedPage {...page} page={page.config} reason={reason} />
  </main>
);

const EXPIRED_LINK_MESSAGE: FormError = { message: checkoutPageMessages.form.expiredLink, isNotice: true };
const CANCELED_MESSAGE: FormError = { message: checkoutPageMessages.form.canceled, isNotice: true };

type OpenPageProps = {
  loaderData: Extract<Route.ComponentProps['loaderData'], { kind: 'page' }>;
  actionResult: OrderActionData | undefined;
};

function OpenPage({ loaderData, actionResult }: OpenPageProps) {
  const { page, couponError, isCanceled, isLinkExpired, host, returnTo, action } = loaderData;
  const backUrl = loaderData.backUrl ?? returnTo;
  const initialState = {
    errors: {
      ...(couponError ? { coupon: couponError } : {}),
      ...(isLinkExpired ? { form: EXPIRED_LINK_MESSAGE } : {}),
      ...(isCanceled ? { form: CANCELED_MESSAGE } : {}),
    },
    values: loaderData.typed,
  };
  const { errors: problems, values: typed } = actionResult ?? initialState;
  const withoutTrial = actionResult?.withoutTrial ?? false;
  return (
    <main className="co-document">
      {backUrl && host === null && <BackLink address={backUrl} />}
      <CheckoutPage
        config={withoutTrial ? withoutTrials(page.config) : page.config}
        sellerName={page.sellerName}
        imageSizes={page.imageSizes}
        stockLeft={page.stockLeft}
        paymentMethods={page.paymentMethods}
        countdownOver={page.countdownOver}
        bundleItems={page.bundleItems}
        discounted={actionResult?.discounted === undefined ? loaderData.discounted : actionResult.discounted}
        pay={{
          slug: page.slug,
          version: page.version,
          attempt: actionResult?.attempt ?? '',
          returnTo,
          checkout: loaderData.checkout,
          withoutTrial,
          ...(action ? { action } : {}),
        }}
        errors={problems}
        values={{ ...loaderData.typed, ...typed }}
      />
      <script type="module" src={enhance} />
      {page.config.quantity.enabled && <script type="module" src={quantityScript} />}
      {!actionResult && (
        <noscript>
          <img src={`/c/${page.slug}/seen.gif?v=${page.version}`} alt="" />
        </noscript>
      )}
    </main>
  );
}

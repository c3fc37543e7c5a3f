import { data, redirect, type MetaDescriptor } from 'react-router';
import { z } from 'zod';

import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import { type DemoAnswers, type DemoDiscount, DEMO_PAY_DELAY_MS } from '#app/checkout-page/enhance/demo-answers.ts';
import { createFieldReader, readIntent } from '#app/lib/request-fields.ts';
import { DEMO_COURSE, DEMO_MEMBERSHIP, type DemoPage } from '#content/demo-pages.ts';
import { demoMessages } from '#content/messages/demo.ts';
import { toPublicConfig, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { findCoupon, type Coupon } from '#domain/coupon.ts';
import { toErrorBody, AppError, type ErrorCode } from '#domain/errors.ts';
import { formatDiscount } from '#domain/format-price.ts';
import { pick } from '#domain/pick.ts';
import { quoteOrder, type Quote } from '#domain/quote.ts';

import { pageMeta, withSiteName } from './page-meta.ts';

/** Step of the demo, read from the URL. Without JavaScript each step is its own document. Nothing is stored. */
export type DemoState = {
  step: 'open' | 'processing' | 'paid';
  appUrl: string;
  path: string;
  /** Coupon code in the URL, and its discount if the page has this coupon. */
  code: string | null;
  discounted: DemoDiscount | null;
  isCanonical: boolean;
  /** ISO 8601. The receipt shows the date. */
  today: string;
};

/** Errors, values and discount of a form that is shown again. */
export type DemoActionData = Pick<CheckoutPageProps, 'errors' | 'values'> & { discounted?: DemoDiscount | null };

const MAX_ID = 100;
const CONTROL_CHARACTER = /\p{Cc}/u;
const EmailSchema = z.email().max(254);

export const getDemoConfig = (demo: DemoPage): PublicCheckoutConfig => ({
  ...toPublicConfig(demo.config),
  productImage: demo.picture,
  logo: demo.logo,
});

/** Prices of the demo. Throws if the demo's own price is invalid. */
export function getDemoPricing({ config }: DemoPage, coupon?: Coupon): Quote {
  const quote = quoteOrder(config, {}, coupon);
  if ('error' in quote) throw new Error(quote.error);
  return quote;
}

/** Discount of one of the page's coupons; null for any other code. */
function getDemoDiscount(demo: DemoPage, code: string): DemoDiscount | null {
  const { config } = demo;
  const coupon = findCoupon(config.validCoupons, code);
  if (!coupon) return null;
  const quote = getDemoPricing(demo, coupon);
  return {
    ...pick(quote, ['original', 'discount', 'total']),
    code: coupon.code,
    coupon,
    currency: config.currency,
    plans: [],
    ...formatDiscount(quote, config),
  };
}

const createErrorBody = (code: ErrorCode) => toErrorBody(new AppError(code), 'Checkout failed');

export const INVALID_COUPON_ERROR = createErrorBody('coupon_invalid');

export const getDemoAnswers = (demo: DemoPage): DemoAnswers => ({
  discounts: demo.config.validCoupons.flatMap(({ code }) => getDemoDiscount(demo, code) ?? []),
  refusal: INVALID_COUPON_ERROR,
});

/** The demo at `/checkout/:id` or `/subscription/:id`. */
export const getDemo = (pathname: string): DemoPage =>
  decodeURI(pathname).toLowerCase().startsWith('/subscription/') ? DEMO_MEMBERSHIP : DEMO_COURSE;

/** Loads the demo under any id. Responds 404 to an invalid id. */
export function loadDemo(id: string, request: Request, appUrl: string) {
  if (id.length > MAX_ID || CONTROL_CHARACTER.test(id)) throw data(null, { status: 404 });
  const { pathname, search, searchParams } = new URL(request.url);
  const demo = getDemo(pathname);
  const step = searchParams.get('step');
  const code = searchParams.get('coupon');
  const demoState: DemoState = {
    step: step === 'processing' || step === 'paid' ? step : 'open',
    appUrl,
    path: pathname,
    code,
    discounted: code ? getDemoDiscount(demo, code) : null,
    isCanonical: pathname === demo.path,
    today: new Date().toISOString(),
  };
  return data(demoState, { headers: { 'Cache-Control': search ? 'no-store' : 'no-cache' } });
}

/** Builds a demo URL: `/checkout/demo?step=paid&coupon=WELCOME20`. */
export function getDemoUrl(path: string, coupon: string | undefined, step?: 'processing' | 'paid'): string {
  const query = new URLSearchParams({ ...(step ? { step } : {}), ...(coupon ? { coupon } : {}) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Handles the forms as the real page does, for browsers without JavaScript. */
export async function handleDemoForm(request: Request) {
  const form = await request.formData();
  const readField = createFieldReader(form);
  const { pathname } = new URL(request.url);
  const demo = getDemo(pathname);
  const values = { email: readField('email'), terms: readField('terms') === 'yes' };
  const intent = readIntent(form);
  if (intent === 'coupon' || intent === 'remove-coupon') {
    const code = readField('code');
    const discounted = intent === 'coupon' ? getDemoDiscount(demo, code) : null;
    if (intent === 'coupon' && !discounted)
      return createInvalidResponse({ errors: { coupon: INVALID_COUPON_ERROR.error }, values: { ...values, code } });
    if (values.email || values.terms) return data<DemoActionData>({ values, discounted });
    return redirect(getDemoUrl(pathname, discounted?.code), 303);
  }
  const errors = validateDemoForm(demo, values);
  if (errors) return createInvalidResponse({ errors, values });
  return redirect(getDemoUrl(pathname, getDemoDiscount(demo, readField('coupon'))?.code, 'processing'), 303);
}

const createInvalidResponse = (actionData: DemoActionData) => data(actionData, { status: 422 });

function validateDemoForm({ config }: DemoPage, values: { email: string; terms: boolean }): DemoActionData['errors'] {
  if (values.email === '') return { email: { message: demoMessages.emailMissing } };
  if (!EmailSchema.safeParse(values.email).success) return { email: createErrorBody('email_invalid').error };
  return config.requireTerms && !values.terms ? { terms: createErrorBody('terms_required').error } : undefined;
}

const STEP_TITLES = { processing: demoMessages.processing.title, paid: demoMessages.paidTitle } as const;

/** Only the canonical URL is indexed. The processing step continues with a meta refresh. */
export function demoMeta(demoState: DemoState | undefined): MetaDescriptor[] {
  if (!demoState) return [];
  const { step, path, discounted } = demoState;
  const demo = getDemo(path);
  if (step === 'open')
    return [
      ...pageMeta({
        title: withSiteName(demoMessages.pageTitle(demo.config)),
        description: demo.description,
        url: demoState.appUrl + demo.path,
      }),
      ...(demoState.isCanonical ? [] : [{ name: 'robots', content: 'noindex' }]),
    ];
  const paidUrl = getDemoUrl(path, discounted?.code, 'paid');
  return [
    ...pageMeta({ title: STEP_TITLES[step] }),
    ...(step === 'processing' ? [{ httpEquiv: 'refresh', content: `${DEMO_PAY_DELAY_MS / 1000};url=${paidUrl}` }] : []),
  ];
}

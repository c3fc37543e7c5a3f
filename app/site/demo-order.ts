import { data, redirect } from 'react-router';
import { z } from 'zod';

import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import type { DemoAnswers, DemoDiscount } from '#app/checkout-page/demo-answers.ts';
import type { DemoPage } from '#content/demo-pages.ts';
import { publicConfigOf, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { findCoupon, type Coupon } from '#domain/coupon.ts';
import { errorBodyOf, ShopError, type ErrorCode } from '#domain/errors.ts';
import { discountTexts } from '#domain/price.ts';
import { pricingOf, type Amounts } from '#domain/pricing.ts';

/** Step of the demo, read from the URL. Without JavaScript each step is its own document. Nothing is stored. */
export type DemoVisit = {
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

/** Errors and values of a refused form. */
export type DemoAnswer = Pick<CheckoutPageProps, 'problems' | 'typed'>;

const MAX_ID = 100;
const CONTROL = /\p{Cc}/u;
const Email = z.email().max(254);

export const demoConfig = (demo: DemoPage): PublicCheckoutConfig => ({
  ...publicConfigOf(demo.config),
  productImage: demo.picture,
  logo: demo.logo,
});

/** Prices of the demo. Throws if the demo's own price is invalid. */
export function demoPricing({ config }: DemoPage, coupon?: Coupon): Amounts {
  const priced = pricingOf(config, coupon);
  if ('problem' in priced) throw new Error(priced.problem);
  return priced;
}

/** Discount of one of the page's coupons; null for any other code. */
export function demoDiscount(demo: DemoPage, code: string): DemoDiscount | null {
  const { config } = demo;
  const coupon = findCoupon(config.validCoupons, code);
  if (!coupon) return null;
  const priced = demoPricing(demo, coupon);
  return {
    ...priced,
    code: coupon.code,
    currency: config.currency,
    plans: [],
    ...discountTexts(priced, config),
  };
}

const refusalOf = (code: ErrorCode) => errorBodyOf(new ShopError(code), 'Checkout failed');

export const COUPON_REFUSAL = refusalOf('coupon_invalid');

export const demoAnswers = (demo: DemoPage): DemoAnswers => ({
  discounts: demo.config.validCoupons.flatMap(({ code }) => demoDiscount(demo, code) ?? []),
  refusal: COUPON_REFUSAL,
});

/** Loads the demo under any id. Responds 404 to an invalid id. */
export function visitDemo(demo: DemoPage, id: string, request: Request, appUrl: string) {
  if (id.length > MAX_ID || CONTROL.test(id)) throw data(null, { status: 404 });
  const { pathname, search, searchParams } = new URL(request.url);
  const step = searchParams.get('step');
  const code = searchParams.get('coupon');
  const visit: DemoVisit = {
    step: step === 'processing' || step === 'paid' ? step : 'open',
    appUrl,
    path: pathname,
    code,
    discounted: code ? demoDiscount(demo, code) : null,
    isCanonical: pathname === demo.address,
    today: new Date().toISOString(),
  };
  return data(visit, { headers: { 'Cache-Control': search ? 'no-store' : 'no-cache' } });
}

/** Builds a demo URL: `/checkout/demo?step=paid&coupon=WELCOME20`. */
export function demoHref(path: string, coupon: string | undefined, step?: 'processing' | 'paid'): string {
  const query = new URLSearchParams({ ...(step ? { step } : {}), ...(coupon ? { coupon } : {}) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Handles the forms as the real page does, for browsers without JavaScript. */
export async function orderDemo(demo: DemoPage, request: Request) {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const { pathname } = new URL(request.url);
  if (text('intent') === 'remove-coupon') return redirect(pathname, 303);
  if (text('intent') === 'coupon') {
    const discount = demoDiscount(demo, text('code'));
    if (discount) return redirect(demoHref(pathname, discount.code), 303);
    return refused({ problems: { coupon: COUPON_REFUSAL.error }, typed: { code: text('code') } });
  }
  const typed = { email: text('email'), terms: text('terms') === 'yes' };
  const problems = problemsOf(demo, typed);
  if (problems) return refused({ problems, typed });
  return redirect(demoHref(pathname, demoDiscount(demo, text('coupon'))?.code, 'processing'), 303);
}

const refused = (answer: DemoAnswer) => data(answer, { status: 422 });

function problemsOf({ config }: DemoPage, typed: { email: string; terms: boolean }): DemoAnswer['problems'] {
  if (typed.email === '') return { email: { message: 'Please enter your email address.' } };
  if (!Email.safeParse(typed.email).success) return { email: refusalOf('email_invalid').error };
  return config.requireTerms && !typed.terms ? { terms: refusalOf('terms_required').error } : undefined;
}

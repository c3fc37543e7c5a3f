/**
 * Script of a demo page: the script of the real page with its requests answered locally. No request leaves the page;
 * the result is a template in the document, shown while the URL ends with `PAID_HASH`.
 */
import type { RpcContract } from '#domain/rpc-contract.ts';
import { normalizeCouponCode } from '#domain/text.ts';

import { DEMO_PAY_DELAY_MS, EMAIL_PLACEHOLDER, type DemoAnswers } from './demo-answers.ts';
import './checkout-script.ts';

const PAID_HASH = '#paid';

const main = document.querySelector<HTMLElement>('main[data-demo]');
const answers = JSON.parse(main?.dataset.demo ?? '{}') as DemoAnswers;
const checkout = [...(main?.childNodes ?? [])];
const { title } = document;

/** Finds a discount like `findCoupon`, whose currency table would be larger than this whole script. */
const findDiscount = (enteredCode: string) =>
  answers.discounts.find(({ code }) => code === normalizeCouponCode(enteredCode));

function applyCoupon({ code }: RpcContract['apply-coupon']['body']): Response {
  const discount = findDiscount(code);
  return discount ? Response.json(discount) : Response.json(answers.refusal, { status: 422 });
}

let payment: ReturnType<typeof setTimeout> | undefined;
let email = '';

const simulatePayment = (order: RpcContract['create-checkout-session']['body']) =>
  new Promise<Response>((resolve) => {
    email = order.email ?? '';
    payment = setTimeout(() => resolve(Response.json({ url: PAID_HASH })), DEMO_PAY_DELAY_MS);
  });

globalThis.fetch = async (address, request) => {
  const { url } = new Request(address);
  const body: unknown = JSON.parse(typeof request?.body === 'string' ? request.body : '{}');
  if (url.endsWith('/apply-coupon')) return applyCoupon(body as RpcContract['apply-coupon']['body']);
  if (url.endsWith('/create-checkout-session'))
    return simulatePayment(body as RpcContract['create-checkout-session']['body']);
  return Response.error();
};

/** Returns the prerendered result for the coupon in the URL, with the email that was entered. */
function resultPage(): DocumentFragment | null {
  const code = findDiscount(new URL(location.href).searchParams.get('coupon') ?? '')?.code ?? '';
  const template = [...document.querySelectorAll<HTMLTemplateElement>('template[data-coupon]')].find(
    ({ dataset }) => dataset.coupon === code,
  );
  const page = template && document.importNode(template.content, true);
  const emailCell = [...(page?.querySelectorAll('dd') ?? [])].find((cell) => cell.textContent === EMAIL_PLACEHOLDER);
  if (email) emailCell?.replaceChildren(email);
  else emailCell?.parentElement?.remove();
  return page ?? null;
}

function showResult(): void {
  const page = resultPage();
  const heading = page?.querySelector('h1');
  if (!page || !heading) return;
  main?.replaceChildren(page);
  document.title = heading.textContent;
  heading.tabIndex = -1;
  scrollTo(0, 0);
  heading.focus();
}

/** Restores the checkout, as after navigating back from Stripe: all input remains and can be submitted again. */
function showCheckout(): void {
  main?.replaceChildren(...checkout);
  document.title = title;
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  document.querySelector<HTMLElement>('#pay button.co-pay')?.focus();
}

let paid = false;

function show(): void {
  if (paid === (location.hash === PAID_HASH)) return;
  paid = !paid;
  if (paid) showResult();
  else showCheckout();
}

addEventListener('hashchange', show);
addEventListener('pagehide', () => clearTimeout(payment));
show();

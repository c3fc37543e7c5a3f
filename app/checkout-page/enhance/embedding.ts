import * as messages from '#content/messages/checkout-script.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { payButton, createElement, form, findHiddenInput, hostOrigin } from './page-elements.ts';

const continueLink = createElement('a', 'co-pay', messages.continueToPayment);
/** After this time the browser has blocked the navigation. */
const LEAVE_TIMEOUT_MS = 3000;

/** In a frame: sets the return URL from the embed loader and moves messages to where the buyer sees them. */
export function setUpFrame() {
  const input = findHiddenInput('returnTo');
  const from = new URLSearchParams(location.hash.slice(1)).get('from');
  if (!hostOrigin || !form) return;
  if (input && from?.startsWith(`${hostOrigin}/`)) {
    input.value = from;
    const action = new URL(form.action);
    action.searchParams.set('returnTo', from);
    form.action = action.href;
  }
  payButton?.before(...document.querySelectorAll('.co-toasts'));
  form.addEventListener('input', restorePayButton);
}

function restorePayButton() {
  continueLink.remove();
  if (payButton) payButton.hidden = false;
}

/** Returns the URL of the embedding site to which the buyer returns, and the checkout link that opened the page. */
export function getOrigin(): Pick<RpcContract['create-checkout-session']['body'], 'returnTo' | 'checkout'> {
  const [returnTo, checkout] = [findHiddenInput('returnTo')?.value, findHiddenInput('checkout')?.value];
  return { ...(returnTo ? { returnTo } : {}), ...(checkout ? { checkout } : {}) };
}

/** Redirects to Stripe, which must not load in a frame. Shows a link if the browser blocks the navigation. */
export function redirectTo(url: string) {
  if (!hostOrigin) return location.assign(url);
  const showContinueLink = () => {
    Object.assign(continueLink, { href: url, target: '_top' });
    payButton?.after(continueLink);
    if (payButton) payButton.hidden = true;
    continueLink.focus();
  };
  try {
    if (window.top) window.top.location.href = url;
    setTimeout(showContinueLink, LEAVE_TIMEOUT_MS);
  } catch {
    showContinueLink();
  }
}

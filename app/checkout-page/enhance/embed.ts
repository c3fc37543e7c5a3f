import type { Calls } from '#domain/calls.ts';

import { button, element, form, hidden, host } from './parts.ts';

const wayOn = element('a', 'co-pay', 'Go on to payment');
/** After this time the browser has blocked the navigation. */
const LEFT_AFTER = 3000;

/** In a frame: sets the return URL from the embed loader and moves messages to where the buyer sees them. */
export function standInFrame() {
  const input = hidden('returnTo');
  const from = new URLSearchParams(location.hash.slice(1)).get('from');
  if (!host || !form) return;
  if (input && from?.startsWith(`${host}/`)) {
    input.value = from;
    const action = new URL(form.action);
    action.searchParams.set('returnTo', from);
    form.action = action.href;
  }
  button?.before(...document.querySelectorAll('.co-toasts'));
  form.addEventListener('input', takeBack);
}

function takeBack() {
  wayOn.remove();
  if (button) button.hidden = false;
}

/** Returns the URL of the embedding site to which the buyer returns. */
export function siteAround(): Pick<Calls['create-checkout-session']['body'], 'returnTo'> {
  const returnTo = hidden('returnTo')?.value;
  return returnTo ? { returnTo } : {};
}

/** Redirects to Stripe, which must not load in a frame. Shows a link if the browser blocks the navigation. */
export function leaveFor(url: string) {
  if (!host) return location.assign(url);
  const offer = () => {
    Object.assign(wayOn, { href: url, target: '_top' });
    button?.after(wayOn);
    if (button) button.hidden = true;
    wayOn.focus();
  };
  try {
    if (window.top) window.top.location.href = url;
    setTimeout(offer, LEFT_AFTER);
  } catch {
    offer();
  }
}

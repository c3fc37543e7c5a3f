import type { Calls } from '#domain/calls.ts';

import { button, element, form, hidden, host } from './parts.ts';

const wayOn = element('a', 'co-pay', 'Go on to payment');
/** Nobody has left after this time whom the browser has let go. */
const LEFT_AFTER = 3000;

/** In a frame: the way back is the very page around it, as its loader has told, and what is said stands where it is seen. */
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

/** Where an order leads back to: the site that the page stands in, or stood in. */
export function siteAround(): Pick<Calls['create-checkout-session']['body'], 'returnTo'> {
  const returnTo = hidden('returnTo')?.value;
  return returnTo ? { returnTo } : {};
}

/** To the provider's page, which no frame may hold: a browser that keeps the frame in its place gets a link to press. */
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

/**
 * Script of the public page (progressive enhancement): without it every form works as plain HTML. It imports types
 * only, Vite bundles it through `?worker&url`, and it writes text, never markup.
 */
import { followAmount, own } from './enhance/choose.ts';
import { applyCoupon, removeCoupon } from './enhance/coupon.ts';
import { standInFrame } from './enhance/embed.ts';
import { button, code, email, form, mark, one, terms } from './enhance/parts.ts';
import { pay, setBusy, showTerms } from './enhance/pay.ts';
import { openToasts, tell } from './enhance/say.ts';
import { countView } from './enhance/view.ts';

function on(id: string, act: () => void) {
  one(id)?.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}

/** Removes the parameter of a canceled payment, so that a reload does not repeat its message. */
function forgetReturn() {
  const address = new URL(location.href);
  address.searchParams.delete('canceled');
  history.replaceState(history.state, '', address);
}

if (form && button) {
  form.noValidate = true;
  // A restored page keeps form values, including hidden ones written by this script: those are reset.
  for (const input of [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]'), code])
    if (input) input.value = input.defaultValue;
  openToasts(form);
  standInFrame();
  countView();
  forgetReturn();
  on('#pay', () => void pay());
  on('#coupon', () => void applyCoupon());
  on('#remove-coupon', removeCoupon);
  terms?.addEventListener('change', () => {
    tell(terms, null);
    showTerms();
  });
  own?.addEventListener('input', followAmount);
  for (const input of [email, code, own]) input?.addEventListener('input', () => tell(input, null));
  addEventListener('pageshow', (event) => {
    showTerms();
    followAmount();
    if (event.persisted) setBusy(false);
  });
  showTerms();
  followAmount();
  new IntersectionObserver(([entry]) =>
    mark(Boolean(entry?.isIntersecting), one('.co-bar'), 'hidden', ''),
  ).observe(button);
}

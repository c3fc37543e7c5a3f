import { applyCoupon, removeCoupon } from './apply-coupon.ts';
import { setUpFrame } from './embedding.ts';
import { mountToasts, showFieldError } from './messages.ts';
import { payButton, codeInput, emailInput, form, toggleAttribute, find, termsInput } from './page-elements.ts';
import { trackPageView } from './page-view.ts';
/**
 * Script of the public page (progressive enhancement): without it every form works as plain HTML. It imports types
 * only, Vite bundles it through `?worker&url`, and it writes text, never markup.
 */
import { updateTotals, amountInput } from './price-selection.ts';
import { startCheckout, setBusy, updateTermsState } from './start-checkout.ts';

function handleSubmit(id: string, handler: () => void) {
  find(id)?.addEventListener('submit', (event) => {
    event.preventDefault();
    handler();
  });
}

/** Removes the parameter of a canceled payment, so that a reload does not repeat its message. */
function removeCanceledParam() {
  const address = new URL(location.href);
  address.searchParams.delete('canceled');
  history.replaceState(history.state, '', address);
}

if (form && payButton) {
  form.noValidate = true;
  // A restored page keeps form values, including hidden ones written by this script: those are reset.
  for (const input of [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]'), codeInput])
    if (input) input.value = input.defaultValue;
  mountToasts(form);
  setUpFrame();
  trackPageView();
  removeCanceledParam();
  handleSubmit('#pay', () => void startCheckout());
  handleSubmit('#coupon', () => void applyCoupon());
  handleSubmit('#remove-coupon', removeCoupon);
  termsInput?.addEventListener('change', () => {
    showFieldError(termsInput, null);
    updateTermsState();
  });
  amountInput?.addEventListener('input', updateTotals);
  for (const input of [emailInput, codeInput, amountInput])
    input?.addEventListener('input', () => showFieldError(input, null));
  addEventListener('pageshow', (event) => {
    updateTermsState();
    updateTotals();
    if (event.persisted) setBusy(false);
  });
  updateTermsState();
  updateTotals();
  new IntersectionObserver(([entry]) =>
    toggleAttribute(Boolean(entry?.isIntersecting), find('.co-bar'), 'hidden', ''),
  ).observe(payButton);
}

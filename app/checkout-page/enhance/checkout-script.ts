import { applyButton, applyCoupon, removeButton, removeCoupon } from './apply-coupon.ts';
import { setUpFrame } from './embedding.ts';
import { restoreValues } from './entered-values.ts';
import { mountToasts, showFieldError } from './messages.ts';
import { payButton, codeInput, emailInput, form, toggleAttribute, find, termsInput } from './page-elements.ts';
import { trackPageView } from './page-view.ts';
/**
 * Script of the public page (progressive enhancement): without it every form works as plain HTML. It imports types
 * only, Vite bundles it through `?worker&url`, and it writes text, never markup.
 */
import { announceTotal, bumpInputs, updateTotals, amountInput } from './price-selection.ts';
import { startCheckout, setBusy, updateTermsState } from './start-checkout.ts';

/** Enter in the coupon field applies the code. With order bumps the server does it, which renders the total of each choice. */
function handleSubmit(event: SubmitEvent) {
  const { submitter } = event;
  if (bumpInputs.length > 0 && (submitter === removeButton || submitter === applyButton)) return;
  event.preventDefault();
  if (bumpInputs.length > 0 && submitter !== payButton && document.activeElement === codeInput) {
    applyButton?.click();
    return;
  }
  if (submitter === removeButton) removeCoupon();
  else if (submitter === applyButton || (submitter !== payButton && document.activeElement === codeInput))
    void applyCoupon();
  else void startCheckout();
}

/** After a canceled payment: restores the entered values. Without the parameter, a reload does not repeat the message. */
function handleCanceledPayment() {
  const address = new URL(location.href);
  if (!address.searchParams.has('canceled')) return;
  restoreValues();
  address.searchParams.delete('canceled');
  address.searchParams.delete('attempt');
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
  handleCanceledPayment();
  form.addEventListener('submit', handleSubmit);
  termsInput?.addEventListener('change', () => {
    showFieldError(termsInput, null);
    updateTermsState();
  });
  if (bumpInputs.length > 0) form.addEventListener('change', announceTotal);
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

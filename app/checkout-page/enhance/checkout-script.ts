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
import { announceTotal, updateTotals, amountInput } from './price-selection.ts';
import { startCheckout, setBusy, updateTermsState } from './start-checkout.ts';

/** With order bumps or quantities the server applies coupons, because it renders the total of each choice. */
const hasServerCoupons = find('.co-summary') !== null;

/** Enter in the coupon field applies the code. `quantity-script.ts` handles the buttons of the quantity. */
function handleSubmit(event: SubmitEvent) {
  const submitter = event.submitter as HTMLButtonElement | null;
  if (submitter?.name === 'step') return;
  if (hasServerCoupons && (submitter === removeButton || submitter === applyButton)) return;
  event.preventDefault();
  if (submitter === removeButton) removeCoupon();
  else if (submitter === payButton || (submitter !== applyButton && document.activeElement !== codeInput))
    void startCheckout();
  else if (hasServerCoupons) applyButton?.click();
  else void applyCoupon();
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
  if (hasServerCoupons) form.addEventListener('change', announceTotal);
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

import { createUuid } from '#app/components/utils/create-uuid.ts';
import * as messages from '#content/messages/checkout-script.ts';

import { TIMEOUT_MS, callRpcSolvingChallenge } from './call-rpc.ts';
import { validateAnswers, showAnswerErrors, getAnswers } from './custom-field-answers.ts';
import { redirectTo, getOrigin } from './embedding.ts';
import { storeValues } from './entered-values.ts';
import { reportFieldError, showFieldError, showToast, clearMessages, type CheckoutError } from './messages.ts';
import {
  couponInput,
  payButton,
  emailInput,
  find,
  form,
  findHiddenInput,
  toggleAttribute,
  slug,
  termsInput,
  trialChoice,
} from './page-elements.ts';
import { attribution } from './page-view.ts';
import { bumpInputs, getCheckedBumps, getPriceSelection, amountInput } from './price-selection.ts';

/** Temporary errors and errors unrelated to the page content: they are shown as a toast and the page stays. */
const TOAST_ONLY_CODES = /^(provider_|rate_|pay_|puzzle_|un|internal|not_accepting)/;

let idempotencyKey = findHiddenInput('attempt')?.value || createUuid();
let lastOrder = '';

/** Returns the idempotency key: the same for a repeated order, a new one for a changed order. */
function getIdempotencyKey(order: string) {
  if (lastOrder && lastOrder !== order) idempotencyKey = createUuid();
  lastOrder = order;
  return idempotencyKey;
}

let busy = false;
let busyTimer = 0;
const buttonContent = [...(payButton?.childNodes ?? [])];

export const isBusy = () => busy;

export function setBusy(on: boolean) {
  clearTimeout(busyTimer);
  busy = on;
  toggleAttribute(on, payButton, 'aria-busy');
  payButton?.replaceChildren(...(on ? [messages.processing] : buttonContent));
}

/** Shows progress while the proof-of-work challenge is solved; the buyer does not have to do anything. */
const showChallengeProgress = () => payButton?.replaceChildren(messages.verifying);

export function updateTermsState() {
  const isMissing = Boolean(termsInput && !termsInput.checked);
  toggleAttribute(isMissing, payButton, 'aria-disabled');
  toggleAttribute(isMissing, payButton, 'aria-describedby', 'pay-reason');
}

function validateForm() {
  const isEmailInvalid = emailInput !== null && !emailInput.checkValidity();
  showFieldError(emailInput, isEmailInvalid ? messages.emailInvalid : null);
  showFieldError(termsInput, null);
  const answerError = validateAnswers();
  if (termsInput && !termsInput.checked) reportFieldError(termsInput, messages.termsRequired);
  else if (isEmailInvalid) reportFieldError(emailInput, messages.emailInvalid);
  else return !answerError;
  return false;
}

/** Submits the form as plain HTML: the displayed page is outdated, and the response shows the current one. */
function submitForm() {
  const input = findHiddenInput('attempt');
  if (input) input.value = idempotencyKey;
  form?.submit();
}

/** Returns whether the error belongs to a visible field. */
const hasVisibleField = (code: string) =>
  code === 'email_invalid' || (code === 'amount_invalid' && Boolean(amountInput?.offsetParent));

function handleError(error: CheckoutError) {
  const { code } = error;
  if (error.fields && showAnswerErrors(error.fields)) {
    return setBusy(false);
  }
  if (code && !hasVisibleField(code) && !TOAST_ONLY_CODES.test(code)) return submitForm();
  setBusy(false);
  if (code === 'email_invalid') reportFieldError(emailInput, error);
  else if (code === 'amount_invalid') reportFieldError(amountInput, error);
  else showToast({ ...error, message: messages.notCharged(error.message) });
}

export async function startCheckout() {
  if (busy || !validateForm()) return;
  clearMessages();
  setBusy(true);
  const order = {
    slug,
    appliedCoupon: couponInput && !couponInput.disabled ? couponInput.value : null,
    email: emailInput?.value.trim(),
    termsAccepted: termsInput?.checked ?? false,
    ...getPriceSelection(),
    quantity: find<HTMLInputElement>('#quantity')?.value,
    ...(bumpInputs.length > 0 ? { bumps: getCheckedBumps() } : {}),
    ...trialChoice,
    version: Number(findHiddenInput('version')?.value),
    answers: getAnswers(),
    visit: attribution,
    ...getOrigin(),
  };
  const attempt = getIdempotencyKey(JSON.stringify(order));
  const answer = await callRpcSolvingChallenge(
    'create-checkout-session',
    { ...order, attempt },
    messages.checkoutFailed,
    showChallengeProgress,
  );
  if ('error' in answer) return handleError(answer.error);
  storeValues();
  // The script of an embedded page reports it.
  document.dispatchEvent(new Event('checkout-started'));
  redirectTo(answer.url);
  // The buyer may stop the navigation and stay on the page.
  busyTimer = window.setTimeout(setBusy, TIMEOUT_MS, false);
}

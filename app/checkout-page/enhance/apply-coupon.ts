import * as messages from '#content/messages/checkout-script.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { callRpcSolvingChallenge } from './call-rpc.ts';
import { reportFieldError, showFieldError, showToast, clearMessages } from './messages.ts';
import {
  couponInput,
  codeInput,
  createElement,
  emailInput,
  expectedInput,
  findExpectedInput,
  form,
  toggleAttribute,
  find,
  slug,
  trialChoice,
} from './page-elements.ts';
import { isBusy } from './start-checkout.ts';

export const applyButton = find<HTMLButtonElement>('button[value=coupon]');
export const removeButton = find<HTMLButtonElement>('button[value=remove-coupon]');
const savingElement = find('[data-part=saved]');

type Discount = RpcContract['apply-coupon']['response'];

/** Returns the discount of a price option; that of the page without options. */
const optionInputs = [...document.querySelectorAll<HTMLInputElement>('#pay [name=plan]')];
function getOptionDiscount(discount: Discount | null, option: HTMLInputElement | undefined) {
  const isBase = !option || option === optionInputs[0];
  const reduced = isBase ? discount : discount?.plans.find((optionDiscount) => optionDiscount.plan === option.value);
  return reduced?.totalText === reduced?.originalText ? null : reduced;
}

/** Writes the price of an option, with the original price struck through except in button and bar. */
function renderPrice(target: HTMLElement, discount: Discount | null) {
  const at = target.closest<HTMLElement>('[data-at]')?.dataset.at;
  const card = target.closest('.co-plan')?.querySelector<HTMLInputElement>('input');
  const option = card ?? optionInputs[Number(at ?? -1)];
  const reduced = getOptionDiscount(discount, option);
  target.textContent = reduced?.totalText ?? (option ?? form)?.dataset.price ?? '';
  target.parentElement?.querySelector('del')?.remove();
  if (reduced && target.closest('.co-price, .co-plan'))
    target.before(createElement('del', '', createElement('span', 'vh2', messages.originalPrice), reduced.originalText));
}

function renderSaving(discount: Discount | null) {
  const each = optionInputs.map((option, at) => {
    const reduced = getOptionDiscount(discount, option);
    const line = createElement(
      'span',
      '',
      reduced ? messages.couponSaved(reduced.savedText) : messages.couponNotApplicable(discount?.code ?? ''),
    );
    line.dataset.at = String(at);
    return line;
  });
  savingElement?.replaceChildren(
    ...((discount && (each.length > 0 ? each : [messages.couponSaved(discount.savedText)])) || []),
  );
}

function renderExpectedTotals(discount: Discount | null) {
  for (const option of optionInputs.length > 0 ? optionInputs : [undefined]) {
    const input = (option && findExpectedInput(option.value)) ?? expectedInput;
    if (input) input.value = String(getOptionDiscount(discount, option)?.total ?? input.dataset.price);
  }
}

/** Renders the page with a discount, or without one. */
function renderDiscount(discount: Discount | null) {
  for (const target of document.querySelectorAll<HTMLElement>('[data-part=total]')) renderPrice(target, discount);
  renderSaving(discount);
  renderExpectedTotals(discount);
  if (couponInput) couponInput.value = discount?.code ?? '';
  if (codeInput) codeInput.value = discount?.code ?? '';
  toggleAttribute(!discount, couponInput, 'disabled', '');
  for (const locked of [codeInput, applyButton]) toggleAttribute(Boolean(discount), locked, 'disabled', '');
  toggleAttribute(!discount, removeButton, 'hidden', '');
  const address = new URL(location.href);
  if (discount) address.searchParams.set('coupon', discount.code);
  else address.searchParams.delete('coupon');
  history.replaceState(history.state, '', address);
  showFieldError(codeInput, null);
  clearMessages();
  (discount ? savingElement : codeInput)?.focus();
}

export const removeCoupon = () => isBusy() || renderDiscount(null);

let isApplying = false;

export async function applyCoupon() {
  const enteredCode = codeInput?.value.trim();
  if (isApplying || isBusy()) return;
  if (!enteredCode) {
    reportFieldError(codeInput, messages.invalidCoupon);
    return;
  }
  isApplying = true;
  toggleAttribute(true, applyButton, 'aria-busy');
  const answer = await callRpcSolvingChallenge(
    'apply-coupon',
    {
      slug,
      code: enteredCode,
      ...trialChoice,
      email: emailInput?.checkValidity() ? emailInput.value.trim() : undefined,
    },
    messages.couponFailed,
    () => {},
  );
  isApplying = false;
  toggleAttribute(false, applyButton, 'aria-busy');
  if (isBusy()) return;
  if (!('error' in answer)) renderDiscount(answer);
  else if (answer.error.code?.startsWith('coupon_')) reportFieldError(codeInput, answer.error);
  else showToast(answer.error);
}

import { normalizeAmountInput } from '#domain/text.ts';

import { expectedInput, findExpectedInput, form, find } from './page-elements.ts';

/** Sent for an empty amount field, so that the server does not use the suggested amount. */
const NO_AMOUNT = '-';

export const amountInput = find<HTMLInputElement>('#amount');
const getCheckedValue = (name: string) => find<HTMLInputElement>(`#pay [name=${name}]:checked`)?.value;

/** Parses an amount into minor units; undefined if it is invalid. */
function minorUnits(amount: string): number | undefined {
  const [, integerPart, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const decimals = Number(amountInput?.dataset.decimals);
  return integerPart && fraction.length <= decimals ? Number(integerPart + fraction.padEnd(decimals, '0')) : undefined;
}

/** Returns the selected option or amount and the total that the buyer sees. */
export function getPriceSelection() {
  const plan = getCheckedValue('plan');
  const amount = amountInput
    ? getCheckedValue('preset') || normalizeAmountInput(amountInput.value) || NO_AMOUNT
    : undefined;
  const total = amount ? minorUnits(amount) : Number(((plan && findExpectedInput(plan)) || expectedInput)?.value);
  return {
    plan,
    amount,
    expected: total === undefined ? total : { amount: total, currency: form?.dataset.currency ?? '' },
  };
}

/** Shows the entered amount as total while it is valid. */
export function updateTotals() {
  if (!amountInput) return;
  const { before, after } = amountInput.dataset;
  const amount = normalizeAmountInput(amountInput.value);
  const isAmount = minorUnits(amount) !== undefined;
  for (const container of document.querySelectorAll<HTMLElement>('[data-at=own]')) {
    container.hidden = !isAmount;
    const total = container.querySelector('[data-part=total]');
    if (total) total.textContent = `${before}${amount}${after}`;
  }
}

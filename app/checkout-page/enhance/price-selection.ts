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

export const bumpInputs = [...document.querySelectorAll<HTMLInputElement>('#pay [name=bump]')];
export const getCheckedBumps = () => bumpInputs.flatMap(({ checked, value }) => (checked ? [value] : []));

/** Announces the visible total, which the stylesheet has changed. */
export function announceTotal() {
  const totals = [...document.querySelectorAll<HTMLElement>('.co-pay [data-part=total]')];
  const announced = find('[data-part=announced-total]');
  if (announced) announced.textContent = totals.find((total) => total.offsetParent)?.textContent ?? '';
}

/** Shows the entered amount as total while it is valid. */
export function updateTotals() {
  if (!amountInput) return;
  const { before, after } = amountInput.dataset;
  const amount = normalizeAmountInput(amountInput.value);
  const minor = minorUnits(amount);
  const decimals = Number(amountInput.dataset.decimals);
  for (const container of document.querySelectorAll<HTMLElement>('[data-at=own]')) {
    container.hidden = minor === undefined;
    const extra = Number(container.dataset.extra ?? 0);
    const text = extra ? ((Number(minor) + extra) / 10 ** decimals).toFixed(decimals) : amount;
    const total = container.querySelector('[data-part]');
    if (total) total.textContent = `${before}${text}${after}`;
  }
}

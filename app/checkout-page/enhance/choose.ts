import { typedAmount } from '#domain/typed-amount.ts';

import { expected, expectedOf, form, one } from './parts.ts';

/** Sent for an empty amount field, so that the server does not use the suggested amount. */
const NO_AMOUNT = '-';

export const own = one<HTMLInputElement>('#amount');
const picked = (name: string) => one<HTMLInputElement>(`#pay [name=${name}]:checked`)?.value;

/** Parses an amount into minor units; undefined if it is invalid. */
function minorUnits(amount: string): number | undefined {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const decimals = Number(own?.dataset.decimals);
  return whole && part.length <= decimals ? Number(whole + part.padEnd(decimals, '0')) : undefined;
}

/** Returns the selected option or amount and the total that the buyer sees. */
export function choice() {
  const plan = picked('plan');
  const amount = own ? picked('preset') || typedAmount(own.value) || NO_AMOUNT : undefined;
  const total = amount ? minorUnits(amount) : Number(((plan && expectedOf(plan)) || expected)?.value);
  return {
    plan,
    amount,
    expected: total === undefined ? total : { amount: total, currency: form?.dataset.currency ?? '' },
  };
}

/** Shows the entered amount as total while it is valid. */
export function followAmount() {
  if (!own) return;
  const { before, after } = own.dataset;
  const amount = typedAmount(own.value);
  const isAmount = minorUnits(amount) !== undefined;
  for (const place of document.querySelectorAll<HTMLElement>('[data-at=own]')) {
    place.hidden = !isAmount;
    const total = place.querySelector('[data-part=total]');
    if (total) total.textContent = `${before}${amount}${after}`;
  }
}

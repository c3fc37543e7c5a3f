/**
 * Script of pages on which buyers choose a quantity: shows the totals of the entered quantity. Without it, the server does so
 * before it starts a payment. It runs after `checkout-script.ts`, which restores entered values and checks the field.
 */
import { calculateOrder, type OrderData } from './order-arithmetic.ts';

const [quantityInput, seenInput] = document.querySelectorAll<HTMLInputElement>('#quantity, [name=seenQuantity]');
const order = JSON.parse(quantityInput?.dataset.order ?? 'null') as OrderData | null;

/** Found once, because the pay button does not contain its total while it is busy. */
const parts = [...document.querySelectorAll<HTMLElement>('[data-with] > [data-part], .co-summary [data-part]')];
const expectedInputs = [...document.querySelectorAll<HTMLInputElement>('#pay > [name^=expected]')];

/** Numbers other than those of the months of a discount and the days of a trial. */
const AMOUNTS = /\d+(\.\d+)?(?! month| day|[\d.])/g;

/** Replaces the numbers in the texts of the totals by those of the entered quantity, while it is valid. */
function updateTotals() {
  if (!order || !seenInput || !quantityInput?.validity.valid) return;
  const quantity = quantityInput.valueAsNumber;
  const [factor, decimals] = order.currency;
  const format = (amount: number) => (amount / factor).toFixed(decimals);
  for (const part of parts) {
    const { at = 0, with: bumps = '' } = part.parentElement?.dataset ?? {};
    const { line, discount, total, later, regular } = calculateOrder(order, Number(at), bumps, quantity);
    const { ends, full } = part.dataset;
    const text = (discount > 0 ? ends : full) ?? part.textContent;
    const next = text === ends ? [regular] : [later];
    if (text === ends && text.match(AMOUNTS)?.length === 3) next.unshift(later);
    const texts = {
      count: [String(quantity)],
      line: [format(line)],
      discount: [format(discount)],
      total: [total, ...next].map(format),
      later: [format(later)],
    }[part.dataset.part as 'count' | 'line' | 'discount' | 'total' | 'later'];
    part.hidden = part.dataset.part === 'discount' && discount === 0;
    part.textContent = text.replace(AMOUNTS, (amount) => texts.shift() ?? amount);
  }
  for (const [at, input] of expectedInputs.entries())
    input.value = String(calculateOrder(order, at, '', quantity).total);
  seenInput.value = String(quantity);
}

/** The buttons change the quantity within its limits, without a request. The form's listeners clear errors and announce the total. */
function handleStep(event: SubmitEvent) {
  const button = event.submitter as HTMLButtonElement | null;
  if (button?.name !== 'step') return;
  event.preventDefault();
  if (Number(button.value) > 0) quantityInput?.stepUp();
  else quantityInput?.stepDown();
  for (const type of ['input', 'change']) quantityInput?.dispatchEvent(new Event(type, { bubbles: true }));
}

quantityInput?.form?.addEventListener('submit', handleStep);
quantityInput?.addEventListener('input', updateTotals);
addEventListener('pageshow', updateTotals);
updateTotals();

import type { Calls } from '#domain/calls.ts';

import { ask } from './ask.ts';
import { applied, code, element, expected, form, mark, one, slug } from './parts.ts';
import { isBusy } from './pay.ts';
import { refuse, tell, toast, unsay } from './say.ts';

const COUPON = { title: 'Invalid coupon', message: 'This coupon code is not valid' };

const apply = one<HTMLButtonElement>('button[form=coupon]');
const remove = one<HTMLButtonElement>('button[form=remove-coupon]');
const saved = one('[data-part=saved]');

type Discount = Calls['apply-coupon']['answer'];

/** Draws the page with a coupon, or without one. */
function draw(discount: Discount | null) {
  const price = form?.dataset.price ?? '';
  one('.co-price del')?.remove();
  if (discount)
    one('.co-price')?.prepend(element('del', '', element('span', 'vh2', 'Was '), discount.originalText));
  for (const place of document.querySelectorAll('[data-part=total]'))
    place.textContent = discount?.totalText ?? price;
  if (expected) expected.value = String(discount?.total ?? expected.dataset.price);
  if (applied) applied.value = discount?.code ?? '';
  if (code) code.value = discount?.code ?? '';
  mark(!discount, applied, 'disabled', '');
  for (const locked of [code, apply]) mark(Boolean(discount), locked, 'disabled', '');
  mark(!discount, remove, 'hidden', '');
  if (saved) saved.textContent = discount && `Coupon applied! You saved ${discount.savedText}`;
  const address = new URL(location.href);
  if (discount) address.searchParams.set('coupon', discount.code);
  else address.searchParams.delete('coupon');
  history.replaceState(history.state, '', address);
  tell(code, null);
  unsay();
  (discount ? saved : code)?.focus();
}

export const removeCoupon = () => isBusy() || draw(null);

let asking = false;

export async function applyCoupon() {
  const typed = code?.value.trim();
  if (asking || isBusy()) return;
  if (!typed) {
    refuse(code, COUPON);
    return;
  }
  asking = true;
  mark(true, apply, 'aria-busy');
  const answer = await ask('apply-coupon', { slug, code: typed }, 'Coupon not applied');
  asking = false;
  mark(false, apply, 'aria-busy');
  if (isBusy()) return;
  if (!('error' in answer)) draw(answer);
  else if (answer.error.code?.startsWith('coupon_')) refuse(code, answer.error);
  else toast(answer.error);
}

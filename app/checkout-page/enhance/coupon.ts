import type { Calls } from '#domain/calls.ts';

import { askSolving } from './ask-solving.ts';
import { applied, code, element, email, expected, expectedOf, form, mark, one, slug } from './parts.ts';
import { isBusy } from './pay.ts';
import { refuse, tell, toast, unsay } from './say.ts';

const COUPON = { title: 'Invalid coupon', message: 'This coupon code is not valid' };

const apply = one<HTMLButtonElement>('button[form=coupon]');
const remove = one<HTMLButtonElement>('button[form=remove-coupon]');
const saved = one('[data-part=saved]');

type Discount = Calls['apply-coupon']['answer'];

/** Returns the discount of a price option; that of the page without options. */
const plans = [...document.querySelectorAll<HTMLInputElement>('#pay [name=plan]')];
function discountOn(discount: Discount | null, plan: HTMLInputElement | undefined) {
  const isBase = !plan || plan === plans[0];
  const reduced = isBase ? discount : discount?.plans.find((other) => other.plan === plan.value);
  return reduced?.totalText === reduced?.originalText ? null : reduced;
}

/** Writes the price of an option, with the original price struck through except in button and bar. */
function drawPrice(place: HTMLElement, discount: Discount | null) {
  const at = place.closest<HTMLElement>('[data-at]')?.dataset.at;
  const card = place.closest('.co-plan')?.querySelector<HTMLInputElement>('input');
  const plan = card ?? plans[Number(at ?? -1)];
  const reduced = discountOn(discount, plan);
  place.textContent = reduced?.totalText ?? (plan ?? form)?.dataset.price ?? '';
  place.parentElement?.querySelector('del')?.remove();
  if (reduced && place.closest('.co-price, .co-plan'))
    place.before(element('del', '', element('span', 'vh2', 'Was '), reduced.originalText));
}

const savedText = ({ savedText: saving }: { savedText: string }) => `Coupon applied! You saved ${saving}`;

function drawSaving(discount: Discount | null) {
  const each = plans.map((plan, at) => {
    const reduced = discountOn(discount, plan);
    const line = element(
      'span',
      '',
      reduced ? savedText(reduced) : `${discount?.code} takes nothing off this price`,
    );
    line.dataset.at = String(at);
    return line;
  });
  saved?.replaceChildren(...((discount && (each.length > 0 ? each : [savedText(discount)])) || []));
}

function drawExpected(discount: Discount | null) {
  for (const plan of plans.length > 0 ? plans : [undefined]) {
    const input = (plan && expectedOf(plan.value)) ?? expected;
    if (input) input.value = String(discountOn(discount, plan)?.total ?? input.dataset.price);
  }
}

/** Renders the page with a discount, or without one. */
function draw(discount: Discount | null) {
  for (const place of document.querySelectorAll<HTMLElement>('[data-part=total]')) drawPrice(place, discount);
  drawSaving(discount);
  drawExpected(discount);
  if (applied) applied.value = discount?.code ?? '';
  if (code) code.value = discount?.code ?? '';
  mark(!discount, applied, 'disabled', '');
  for (const locked of [code, apply]) mark(Boolean(discount), locked, 'disabled', '');
  mark(!discount, remove, 'hidden', '');
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
  const answer = await askSolving(
    'apply-coupon',
    { slug, code: typed, email: email?.checkValidity() ? email.value.trim() : undefined },
    'Coupon not applied',
    () => {},
  );
  asking = false;
  mark(false, apply, 'aria-busy');
  if (isBusy()) return;
  if (!('error' in answer)) draw(answer);
  else if (answer.error.code?.startsWith('coupon_')) refuse(code, answer.error);
  else toast(answer.error);
}

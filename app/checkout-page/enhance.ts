/**
 * The small script of the public page: without it every form works as plain HTML. It imports types only; Vite
 * bundles it through `?worker&url`. It finds things by id, name and `data-part`, and writes text, never markup.
 */
import type { CallName, Calls } from '#domain/calls.ts';
import type { ErrorBody } from '#domain/errors.ts';

type Refusal = { code?: string; title: string; message: string };

const FAILED = 'Checkout failed';
const NO_ANSWER = { title: FAILED, message: 'No answer. Please check your connection and try again.' };
const TERMS = { title: 'Terms required', message: 'Please accept the terms and conditions' };
const COUPON = { title: 'Invalid coupon', message: 'This coupon code is not valid' };
const EMAIL = { title: FAILED, message: 'Please check the email address.' };
const PATIENCE = 20_000;

const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);
const form = one<HTMLFormElement>('form#pay[data-slug]');
const button = one<HTMLButtonElement>('#pay button.co-pay');
const bar = one('.co-bar');
const email = one<HTMLInputElement>('#email');
const terms = one<HTMLInputElement>('#terms');
const code = one<HTMLInputElement>('#code');
const apply = one<HTMLButtonElement>('button[form=coupon]');
const remove = one<HTMLButtonElement>('button[form=remove-coupon]');
const saved = one('[data-part=saved]');
const hidden = (name: string) => one<HTMLInputElement>(`#pay > input[name=${name}]`);
const expected = hidden('expected');
const applied = hidden('coupon');

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...inside: (Node | string)[]
) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...inside);
  return made;
}

function mark(on: boolean, target: Element | null, name: string, value = 'true') {
  if (on) target?.setAttribute(name, value);
  else target?.removeAttribute(name);
}

const toasts = element('div', 'co-toasts');

function toast({ title, message }: Refusal) {
  const close = element('button', '', '×');
  const box = element('div', 'co-toast', element('b', '', title), element('span', '', message), close);
  box.dataset.kind = 'bad';
  box.role = 'alert';
  close.type = 'button';
  close.ariaLabel = 'Close';
  close.onclick = () => toasts.replaceChildren();
  toasts.replaceChildren(box);
}

/** Writes the sentence under a field, or takes it away. */
function tell(input: HTMLInputElement | null, refusal: Refusal | null) {
  const id = `${input?.id === 'code' ? 'coupon' : input?.id}-problem`;
  document.getElementById(id)?.remove();
  mark(Boolean(refusal), input, 'aria-invalid');
  mark(Boolean(refusal), input, 'aria-describedby', id);
  if (!refusal) return;
  const words = element('span', '');
  if (refusal.title !== FAILED) words.append(element('b', '', `${refusal.title}. `));
  words.append(refusal.message);
  const line = element('p', 'co-err', words);
  line.id = id;
  input?.closest('.co-f')?.querySelector('.co-join, .co-terms, input')?.after(line);
}

function refuse(input: HTMLInputElement | null, refusal: Refusal) {
  tell(input, refusal);
  toast(refusal);
  input?.focus();
}

/** Asks a function of the server. What is not its own refusal (no network, a proxy's page) is `NO_ANSWER`. */
async function call<Name extends CallName>(
  name: Name,
  body: Calls[Name]['body'],
): Promise<Calls[Name]['answer'] | { error: Refusal }> {
  try {
    const response = await fetch(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer: Calls[Name]['answer'] | Partial<ErrorBody> = await response.json();
    if (response.ok) return answer as Calls[Name]['answer'];
    const { code: kind, title, message } = (answer as ErrorBody).error;
    return { error: { code: kind, title: title || FAILED, message } };
  } catch {
    return { error: NO_ANSWER };
  }
}

function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

let token = hidden('attempt')?.value || uuid();
let asked = '';

/** One token for one order: the same while a press is repeated, a new one when something else is ordered. */
function tokenFor(order: string) {
  if (asked && asked !== order) token = uuid();
  asked = order;
  return token;
}

let busy = false;
const label = [...(button?.childNodes ?? [])];

function setBusy(on: boolean) {
  busy = on;
  mark(on, button, 'aria-busy');
  button?.replaceChildren(...(on ? ['Processing...'] : label));
}

const showTerms = () => mark(Boolean(terms && !terms.checked), button, 'aria-disabled');

/** Whether everything that is asked for is there; says what is not. */
function isReady() {
  const wrongEmail = email !== null && !email.checkValidity();
  tell(email, wrongEmail ? EMAIL : null);
  tell(terms, null);
  if (terms && !terms.checked) refuse(terms, TERMS);
  else if (wrongEmail) refuse(email, EMAIL);
  else return true;
  return false;
}

function explain(refusal: Refusal, pay: HTMLFormElement) {
  const input = hidden('attempt');
  if (input) input.value = token;
  setBusy(false);
  if (refusal.code === 'price_changed') pay.submit();
  else if (refusal.code === 'terms_required') refuse(terms, refusal);
  else if (refusal.code === 'email_invalid') refuse(email, refusal);
  else if (refusal.code?.startsWith('coupon_')) refuse(code, refusal);
  else toast(refusal);
}

async function pay(form: HTMLFormElement) {
  if (busy || !isReady()) return;
  toasts.replaceChildren();
  one('.co-alert')?.remove();
  setBusy(true);
  const order = {
    slug: form.dataset.slug ?? '',
    appliedCoupon: applied && !applied.disabled ? applied.value : null,
    email: email?.value.trim(),
    termsAccepted: terms?.checked ?? false,
    expected: { amount: Number(expected?.value), currency: form.dataset.currency ?? '' },
  };
  const answer = await call('create-checkout-session', {
    ...order,
    attempt: tokenFor(JSON.stringify(order)),
  });
  if ('error' in answer) explain(answer.error, form);
  else location.assign(answer.url);
}

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
  toasts.replaceChildren();
  (discount ? saved : code)?.focus();
}

let asking = false;

async function applyCoupon() {
  const typed = code?.value.trim();
  if (asking || busy) return;
  if (!typed) {
    refuse(code, COUPON);
    return;
  }
  asking = true;
  mark(true, apply, 'aria-busy');
  const answer = await call('apply-coupon', { slug: form?.dataset.slug ?? '', code: typed });
  asking = false;
  mark(false, apply, 'aria-busy');
  if (busy) return;
  if (!('error' in answer)) draw(answer);
  else if (answer.error.code?.startsWith('coupon_')) refuse(code, answer.error);
  else toast(answer.error);
}

function on(id: string, act: () => void) {
  one(id)?.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}

if (form && button) {
  form.noValidate = true;
  // A page that comes back brings what was typed along, and what we had written unseen: that starts anew.
  for (const input of [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]'), code])
    if (input) input.value = input.defaultValue;
  toasts.style.fontFamily = getComputedStyle(form).fontFamily;
  document.body.append(toasts);
  on('#pay', () => void pay(form));
  on('#coupon', () => void applyCoupon());
  on('#remove-coupon', () => busy || draw(null));
  terms?.addEventListener('change', () => {
    tell(terms, null);
    showTerms();
  });
  for (const input of [email, code]) input?.addEventListener('input', () => tell(input, null));
  addEventListener('pageshow', (event) => {
    showTerms();
    if (event.persisted) setBusy(false);
  });
  showTerms();
  new IntersectionObserver(([entry]) => mark(Boolean(entry?.isIntersecting), bar, 'hidden', '')).observe(
    button,
  );
}

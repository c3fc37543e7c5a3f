import { PATIENCE } from './ask.ts';
import { askSolving } from './ask-solving.ts';
import { choice, own } from './choose.ts';
import { leaveFor, siteAround } from './embed.ts';
import { checkAnswers, refuseAnswers, typedAnswers } from './fields.ts';
import { applied, button, email, form, hidden, mark, slug, terms } from './parts.ts';
import { FAILED, refuse, tell, toast, unsay, type Refusal } from './say.ts';
import { visit } from './view.ts';

const TERMS = { title: 'Terms required', message: 'Please accept the terms and conditions' };
const EMAIL = { title: FAILED, message: 'Please check the email address.' };

/** Temporary errors and errors unrelated to the page content: they are shown as a toast and the page stays. */
const IN_PASSING = /^(provider_|rate_|pay_|puzzle_|un|internal|not_accepting)/;

function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

let token = hidden('attempt')?.value || uuid();
let asked = '';

/** Returns the idempotency key: the same for a repeated order, a new one for a changed order. */
function tokenFor(order: string) {
  if (asked && asked !== order) token = uuid();
  asked = order;
  return token;
}

let busy = false;
let armed = 0;
const label = [...(button?.childNodes ?? [])];

export const isBusy = () => busy;

export function setBusy(on: boolean) {
  clearTimeout(armed);
  busy = on;
  mark(on, button, 'aria-busy');
  button?.replaceChildren(...(on ? ['Processing...'] : label));
}

/** Shows progress while the proof-of-work challenge is solved; the buyer does not have to do anything. */
const saySolving = () => button?.replaceChildren('One moment…');

export const showTerms = () => mark(Boolean(terms && !terms.checked), button, 'aria-disabled');

/** Validates the form and shows its errors. */
function isReady() {
  const wrongEmail = email !== null && !email.checkValidity();
  tell(email, wrongEmail ? EMAIL : null);
  tell(terms, null);
  const wrongAnswer = checkAnswers();
  if (terms && !terms.checked) refuse(terms, TERMS);
  else if (wrongEmail) refuse(email, EMAIL);
  else if (wrongAnswer) toast({ title: FAILED, message: wrongAnswer });
  else return true;
  return false;
}

/** Submits the form as plain HTML: the displayed page is outdated, and the response shows the current one. */
function showAnew() {
  const input = hidden('attempt');
  if (input) input.value = token;
  form?.submit();
}

/** Returns whether the error belongs to a visible field. */
const isAtField = (code: string) =>
  code === 'email_invalid' || (code === 'amount_invalid' && Boolean(own?.offsetParent));

function explain(refusal: Refusal) {
  const { code } = refusal;
  if (refusal.fields && refuseAnswers(refusal.fields)) {
    setBusy(false);
    return toast(refusal);
  }
  if (code && !isAtField(code) && !IN_PASSING.test(code)) return showAnew();
  setBusy(false);
  if (code === 'email_invalid') refuse(email, refusal);
  else if (code === 'amount_invalid') refuse(own, refusal);
  else toast({ ...refusal, message: `${refusal.message} Nothing was charged.` });
}

export async function pay() {
  if (busy || !isReady()) return;
  unsay();
  setBusy(true);
  const order = {
    slug,
    appliedCoupon: applied && !applied.disabled ? applied.value : null,
    email: email?.value.trim(),
    termsAccepted: terms?.checked ?? false,
    ...choice(),
    version: Number(hidden('version')?.value),
    answers: typedAnswers(),
    visit,
    ...siteAround(),
  };
  const attempt = tokenFor(JSON.stringify(order));
  const answer = await askSolving('create-checkout-session', { ...order, attempt }, FAILED, saySolving);
  if ('error' in answer) return explain(answer.error);
  leaveFor(answer.url);
  // The buyer may stop the navigation and stay on the page.
  armed = window.setTimeout(setBusy, PATIENCE, false);
}

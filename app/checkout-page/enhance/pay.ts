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

/** What passes by itself, or is not about what the page shows: it is said in passing, and the page stays. */
const IN_PASSING = /^(provider_|rate_|pay_|puzzle_|un|internal|not_accepting)/;

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
let armed = 0;
const label = [...(button?.childNodes ?? [])];

export const isBusy = () => busy;

export function setBusy(on: boolean) {
  clearTimeout(armed);
  busy = on;
  mark(on, button, 'aria-busy');
  button?.replaceChildren(...(on ? ['Processing...'] : label));
}

/** The browser shows that it is not a program: it takes a moment, and nobody has to do anything. */
const saySolving = () => button?.replaceChildren('One moment…');

export const showTerms = () => mark(Boolean(terms && !terms.checked), button, 'aria-disabled');

/** Whether everything that is asked for is there; says what is not. */
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

/** What the page shows is not what would be paid: the form is posted, and its answer is the page as it is now. */
function showAnew() {
  const input = hidden('attempt');
  if (input) input.value = token;
  form?.submit();
}

/** Said where it was typed, if that can be seen. */
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
  // Whoever stops the browser on its way is still here.
  armed = window.setTimeout(setBusy, PATIENCE, false);
}

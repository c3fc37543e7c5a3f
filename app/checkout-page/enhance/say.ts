import type { TypedAnswers } from '#domain/custom-field.ts';
import type { Puzzle } from '#domain/puzzle.ts';

import { element, mark, one } from './parts.ts';

/** `fields`: errors of custom fields by name. `puzzle`: proof-of-work challenge to solve before a retry. */
export type Refusal = {
  code?: string;
  title: string;
  message: string;
  fields?: TypedAnswers;
  puzzle?: Puzzle;
};

export const FAILED = 'Checkout failed';

const toasts = element('div', 'co-toasts');

/** Adds the toast container in the font of the page. */
export function openToasts(form: HTMLElement) {
  toasts.style.fontFamily = getComputedStyle(form).fontFamily;
  document.body.append(toasts);
}

export function toast({ title, message }: Refusal) {
  const close = element('button', '', '×');
  const box = element('div', 'co-toast', element('b', '', title), element('span', '', message), close);
  box.dataset.kind = 'bad';
  box.role = 'alert';
  close.type = 'button';
  close.ariaLabel = 'Close';
  close.onclick = () => toasts.replaceChildren();
  toasts.replaceChildren(box);
}

/** Removes earlier messages about the whole order. */
export function unsay() {
  toasts.replaceChildren();
  one('.co-alert')?.remove();
}

/** Shows the error below a field, or removes it. */
export function tell(input: HTMLInputElement | null, refusal: Refusal | null) {
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
  input?.closest('.co-f')?.querySelector('.co-join, .co-terms, .co-money, input')?.after(line);
}

export function refuse(input: HTMLInputElement | null, refusal: Refusal) {
  tell(input, refusal);
  toast(refusal);
  input?.focus();
}

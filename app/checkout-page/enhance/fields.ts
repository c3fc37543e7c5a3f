import type { TypedAnswers } from '#domain/custom-field.ts';

import { form, mark } from './parts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const CONTROLS = 'input, select, textarea';

const boxes = [...(form?.querySelectorAll<HTMLElement>('[data-ask]') ?? [])];

/** Shows the error below a custom field, or removes it. */
function say(box: HTMLElement, message: string) {
  const line = box.querySelector<HTMLElement>('.co-err');
  if (line?.firstElementChild) line.firstElementChild.textContent = message;
  mark(!message, line, 'hidden', '');
  mark(Boolean(message), box.matches('fieldset') ? box : box.querySelector(CONTROLS), 'aria-invalid');
}

/** Returns the browser's validation error in the page's own words. */
function problemOf(box: HTMLElement): string {
  const control = box.querySelector<Control>(CONTROLS);
  if (!control || control.validity.valid) return '';
  const { missing, wrong } = control.dataset;
  return (control.validity.valueMissing && missing) || wrong || control.validationMessage;
}

/** Shows the message of each field; focuses the first invalid field and returns its message. */
function sayAll(wordsOf: (box: HTMLElement) => string): string {
  const told = boxes.map((box) => [box, wordsOf(box)] as const);
  for (const [box, words] of told) say(box, words);
  const [first, words] = told.find(([, said]) => said) ?? [];
  first?.querySelector<Control>(CONTROLS)?.focus();
  return words ?? '';
}

export const checkAnswers = (): string => sayAll(problemOf);

/** Shows the server's errors at their fields; returns false if a field does not exist on this page. */
export function refuseAnswers(fields: TypedAnswers): boolean {
  const asked = new Set(boxes.map((box) => box.dataset.ask));
  if (!Object.keys(fields).every((name) => asked.has(name))) return false;
  sayAll((box) => new Map(Object.entries(fields)).get(box.dataset.ask ?? '') ?? '');
  return true;
}

/** Returns the current answers by field name. */
export const typedAnswers = (): TypedAnswers =>
  Object.fromEntries(
    [...new FormData(form ?? undefined)].flatMap(([name, value]) =>
      name.startsWith('f.') && typeof value === 'string' ? [[name.slice(2), value]] : [],
    ),
  );

for (const box of boxes) box.addEventListener('input', () => say(box, ''));

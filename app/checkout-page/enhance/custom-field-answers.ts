import type { RawAnswers } from '#domain/custom-field.ts';

import { form, toggleAttribute } from './page-elements.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const CONTROLS = 'input, select, textarea';

const fieldElements = [...(form?.querySelectorAll<HTMLElement>('[data-ask]') ?? [])];

/** Shows the error below a custom field, or removes it. */
function showMessage(fieldElement: HTMLElement, message: string) {
  const line = fieldElement.querySelector<HTMLElement>('.co-err');
  if (line?.firstElementChild) line.firstElementChild.textContent = message;
  toggleAttribute(!message, line, 'hidden', '');
  toggleAttribute(
    Boolean(message),
    fieldElement.matches('fieldset') ? fieldElement : fieldElement.querySelector(CONTROLS),
    'aria-invalid',
  );
}

/** Returns the browser's validation error in the page's own words. */
function getValidityMessage(fieldElement: HTMLElement): string {
  const control = fieldElement.querySelector<Control>(CONTROLS);
  if (!control || control.validity.valid) return '';
  const { missing, wrong } = control.dataset;
  return (control.validity.valueMissing && missing) || wrong || control.validationMessage;
}

/** Shows the message of each field; focuses the first invalid field and returns its message. */
function showMessages(getMessage: (fieldElement: HTMLElement) => string): string {
  const results = fieldElements.map((fieldElement) => [fieldElement, getMessage(fieldElement)] as const);
  for (const [fieldElement, text] of results) showMessage(fieldElement, text);
  const [firstInvalid, text] = results.find(([, resultText]) => resultText) ?? [];
  firstInvalid?.querySelector<Control>(CONTROLS)?.focus();
  return text ?? '';
}

export const validateAnswers = (): string => showMessages(getValidityMessage);

/** Shows the server's errors at their fields; returns false if a field does not exist on this page. */
export function showAnswerErrors(fields: RawAnswers): boolean {
  const knownNames = new Set(fieldElements.map((fieldElement) => fieldElement.dataset.ask));
  if (!Object.keys(fields).every((name) => knownNames.has(name))) return false;
  showMessages((fieldElement) => new Map(Object.entries(fields)).get(fieldElement.dataset.ask ?? '') ?? '');
  return true;
}

/** Returns the current answers by field name. */
export const getAnswers = (): RawAnswers =>
  Object.fromEntries(
    [...new FormData(form ?? undefined)].flatMap(([name, value]) =>
      name.startsWith('f.') && typeof value === 'string' ? [[name.slice(2), value]] : [],
    ),
  );

for (const fieldElement of fieldElements) fieldElement.addEventListener('input', () => showMessage(fieldElement, ''));

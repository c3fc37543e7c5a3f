import type { Challenge } from 'altcha-lib';

import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import type { RawAnswers } from '#domain/custom-field.ts';

import { createElement, toggleAttribute, find } from './page-elements.ts';

/** `fields`: errors of custom fields by name. `puzzle`: proof-of-work challenge to solve before a retry. */
export type CheckoutError = {
  code?: string;
  title: string;
  message: string;
  fields?: RawAnswers;
  puzzle?: Challenge;
};

const toastContainer = createElement('div', 'co-toasts');

/** Adds the toast container in the font of the page. */
export function mountToasts(form: HTMLElement) {
  toastContainer.style.fontFamily = getComputedStyle(form).fontFamily;
  document.body.append(toastContainer);
}

export function showToast({ title, message }: CheckoutError) {
  const close = createElement('button', '', '×');
  const toastElement = createElement(
    'div',
    'co-toast',
    createElement('b', '', title),
    createElement('span', '', message),
    close,
  );
  toastElement.dataset.kind = 'bad';
  toastElement.role = 'alert';
  close.type = 'button';
  close.ariaLabel = checkoutScriptMessages.close;
  close.onclick = () => toastContainer.replaceChildren();
  toastContainer.replaceChildren(toastElement);
}

/** Removes earlier messages about the whole order. */
export function clearMessages() {
  toastContainer.replaceChildren();
  find('.co-alert')?.remove();
}

/** Shows the error below a field, or removes it. */
export function showFieldError(input: HTMLInputElement | null, error: CheckoutError | null) {
  const id = `${input?.id === 'code' ? 'coupon' : input?.id}-problem`;
  document.getElementById(id)?.remove();
  toggleAttribute(Boolean(error), input, 'aria-invalid');
  toggleAttribute(Boolean(error), input, 'aria-describedby', id);
  if (!error) return;
  const content = createElement('span', '');
  if (error.title !== checkoutScriptMessages.checkoutFailed) content.append(createElement('b', '', error.title), '. ');
  content.append(error.message);
  const line = createElement('p', 'co-err', content);
  line.id = id;
  input?.closest('.co-f')?.querySelector('.co-join, .co-terms, .co-money, input')?.after(line);
}

/** Shows the error below a field only. The focus makes screen readers announce it. */
export function reportFieldError(input: HTMLInputElement | null, error: CheckoutError) {
  showFieldError(input, error);
  clearMessages();
  input?.focus();
}

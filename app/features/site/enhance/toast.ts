import { siteScriptMessages } from '#content/messages/site-script.ts';

const TOAST_DURATION_MS = 5000;
const MAX_TOASTS = 3;

type ToastContent = { title: string; message?: string };

/** Shows a toast like those of the app. One with the same title replaces it. An error stays until it is closed. */
export function toast({ title, message = '' }: ToastContent, { destructive = false } = {}): void {
  const region = document.querySelector('.site-toasts');
  const template = document.querySelector<HTMLTemplateElement>(destructive ? '#toast-red' : '#toast');
  const card = template?.content.firstElementChild?.cloneNode(true);
  if (!region || !(card instanceof HTMLElement)) return;
  const [titleElement, messageElement, closeButton] = card.querySelectorAll('b, p, button');
  if (titleElement) titleElement.textContent = title;
  if (messageElement) messageElement.textContent = message;
  closeButton?.setAttribute('aria-label', siteScriptMessages.closeToast({ title }));
  closeButton?.addEventListener('click', () => card.remove());
  for (const existing of region.children) if (existing.querySelector('b')?.textContent === title) existing.remove();
  if (region.children.length >= MAX_TOASTS) region.firstElementChild?.remove();
  region.append(card);
  if (!destructive) removeAfterDelay(card);
}

/** Removes the toast after a delay, except while it has the pointer or the focus. */
function removeAfterDelay(card: HTMLElement): void {
  let timer: number;
  const startTimer = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => card.remove(), TOAST_DURATION_MS);
  };
  for (const eventName of ['pointerenter', 'focusin']) card.addEventListener(eventName, () => clearTimeout(timer));
  for (const eventName of ['pointerleave', 'focusout']) card.addEventListener(eventName, startTimer);
  startTimer();
}

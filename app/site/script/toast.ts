const SHOWN_MS = 5000;
const MOST = 3;

type Words = { title: string; message?: string };

/** Shows a toast like those of the app. An error stays until it is closed and is shown only once. */
export function toast({ title, message = '' }: Words, { destructive = false } = {}): void {
  const region = document.querySelector('.site-toasts');
  const template = document.querySelector<HTMLTemplateElement>(destructive ? '#toast-red' : '#toast');
  const card = template?.content.firstElementChild?.cloneNode(true);
  if (!region || !(card instanceof HTMLElement)) return;
  const [name, text, close] = card.querySelectorAll('b, p, button');
  if (name) name.textContent = title;
  if (text) text.textContent = message;
  close?.setAttribute('aria-label', `Close: ${title}`);
  close?.addEventListener('click', () => card.remove());
  for (const shown of region.children)
    if (destructive && shown.textContent === card.textContent) shown.remove();
  if (region.children.length >= MOST) region.firstElementChild?.remove();
  region.append(card);
  if (!destructive) leaveLater(card);
}

/** Removes the toast after a delay, except while it has the pointer or the focus. */
function leaveLater(card: HTMLElement): void {
  let timer: number;
  const start = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => card.remove(), SHOWN_MS);
  };
  for (const kind of ['pointerenter', 'focusin']) card.addEventListener(kind, () => clearTimeout(timer));
  for (const kind of ['pointerleave', 'focusout']) card.addEventListener(kind, start);
  start();
}

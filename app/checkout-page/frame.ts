/**
 * The small script of a page that stands inside a page of another site. It tells that page, and no other, how high it is,
 * and what has become of an order.
 */
const HIGHEST = 20_000;
const host = document.querySelector<HTMLScriptElement>('script[data-host]')?.dataset.host ?? '';

type Message =
  | { type: 'loaded' | 'closed' }
  | { type: 'resize'; height: number }
  | { type: 'completed'; order: string; state: string };

const tell = (message: Message) => parent.postMessage({ tillwright: 1, ...message }, host);

let told = 0;

function tellHeight() {
  const height = Math.min(Math.ceil(document.body.getBoundingClientRect().height), HIGHEST);
  if (height > 0 && height !== told) tell({ type: 'resize', height });
  told = height;
}

let completed = false;

/** The order of a document that says what has become of it, once it says so. */
function tellOrder() {
  const { order, state } = document.querySelector<HTMLElement>('main[data-order]')?.dataset ?? {};
  if (!order || !state || completed) return;
  completed = true;
  tell({ type: 'completed', order, state });
}

// Whoever opens a frame by itself, with a browser that does not say so, goes to its page.
if (parent === window) location.replace(location.pathname.replace(/^\/e\//, '/c/'));
else if (host) {
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell({ type: 'closed' });
  });
  tell({ type: 'loaded' });
  new ResizeObserver(tellHeight).observe(document.body);
  new MutationObserver(tellOrder).observe(document.body, { childList: true });
  tellOrder();
}

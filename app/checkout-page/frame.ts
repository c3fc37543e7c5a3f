/**
 * Script of an embedded page. It posts its height and the outcome of an order to the embedding page and to no other.
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

/** Posts the order once the document shows its outcome. */
function tellOrder() {
  const { order, state } = document.querySelector<HTMLElement>('main[data-order]')?.dataset ?? {};
  if (!order || !state || completed) return;
  completed = true;
  tell({ type: 'completed', order, state });
}

// An embed URL that is opened directly, in a browser that does not report it, redirects to the page itself.
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

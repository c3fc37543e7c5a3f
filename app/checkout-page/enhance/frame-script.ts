/**
 * Script of an embedded page. It posts its height and the outcome of an order to the embedding page and to no other.
 */
const MAX_HEIGHT_PX = 20_000;
const host = document.querySelector<HTMLScriptElement>('script[data-host]')?.dataset.host ?? '';

type Message =
  | { type: 'loaded' | 'started' | 'closed' }
  | { type: 'resize'; height: number }
  | { type: 'completed'; order: string; state: string };

const postToHost = (message: Message) => parent.postMessage({ tillwright: 1, ...message }, host);

let lastHeight = 0;

function postHeight() {
  const height = Math.min(Math.ceil(document.body.getBoundingClientRect().height), MAX_HEIGHT_PX);
  if (height > 0 && height !== lastHeight) postToHost({ type: 'resize', height });
  lastHeight = height;
}

let postedState: string | undefined;

/** Posts the order when the document shows its outcome, and again when a pending payment succeeds. */
function postOrder() {
  const { order, state } = document.querySelector<HTMLElement>('main[data-order]')?.dataset ?? {};
  if (!order || !state || state === postedState) return;
  postedState = state;
  postToHost({ type: 'completed', order, state });
}

// An embed URL that is opened directly, in a browser that does not report it, redirects to the page itself.
if (parent === window) location.replace(location.pathname.replace(/^\/e\//, '/c/'));
else if (host) {
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') postToHost({ type: 'closed' });
  });
  document.addEventListener('checkout-started', () => postToHost({ type: 'started' }));
  postToHost({ type: 'loaded' });
  new ResizeObserver(postHeight).observe(document.body);
  new MutationObserver(postOrder).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-state'],
  });
  postOrder();
}

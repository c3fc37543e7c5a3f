/*! Tillwright: shows a checkout page inside another site. Documentation: /developers/embed */
'use strict';
(() => {
  const queue = window.Tillwright?.queue ?? [];
  if (window.Tillwright?.version) {
    for (const callback of queue) callback(window.Tillwright);
    return;
  }
  const script = document.currentScript ?? document.querySelector('script[src*="/embed/v2.js"]');
  if (!script?.src) throw new Error('Tillwright: load this file with a <script src> element');
  const appOrigin = new URL(script.src).origin;

  const LOAD_TIMEOUT_MS = 10000;
  const MAX_HEIGHT_PX = 20000;
  const ORDER_NUMBER = /^[\w-]{1,64}$/;
  /** Fragment of the URL of a buyer who comes back from paying: slug of the page and token of the checkout. */
  const RETURN_FRAGMENT = /^#tillwright=([a-z0-9-]{1,100})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
  const EVENTS = ['ready', 'opened', 'started', 'paid', 'pending', 'closed', 'error'];

  /** Checkouts on this page: { slug, token, element, frame, close }. */
  const checkouts = new Set();
  const createElement = (tag, properties) => Object.assign(document.createElement(tag), properties);

  const dispatch = (target, type, detail) =>
    target.dispatchEvent(new CustomEvent(`tillwright:${type}`, { bubbles: true, detail }));
  /** Dispatches an event at the element of a checkout, or at `body` if it has none or has left the document. */
  const emit = ({ element, slug }, type, details) =>
    dispatch(element.isConnected ? element : document.body, type, { page: slug, ...details });

  const createLink = (slug) =>
    createElement('a', { href: `${appOrigin}/c/${encodeURIComponent(slug)}`, textContent: 'Open checkout' });

  /** Creates the frame of a page, or of the result of a checkout. */
  const createFrame = ({ slug, token, query, display }) => {
    const params = new URLSearchParams(query);
    params.set('origin', location.origin);
    if (token) params.set('t', token);
    const fragment = new URLSearchParams({ from: location.href.split('#')[0], as: display });
    return createElement('iframe', {
      style: 'display:block;width:100%;height:480px;border:0;color-scheme:light',
      title: 'Checkout',
      src: `${appOrigin}/e/${encodeURIComponent(slug)}${token ? '/done' : ''}?${params}#${fragment}`,
    });
  };

  const addCheckout = (checkout, onTimeout) => {
    checkouts.add(checkout);
    checkout.timer = setTimeout(() => {
      onTimeout();
      emit(checkout, 'error', { code: 'load_timeout' });
    }, LOAD_TIMEOUT_MS);
  };

  const removeCheckout = (checkout) => {
    clearTimeout(checkout.timer);
    checkouts.delete(checkout);
    checkout.frame.remove();
  };

  /** Number of properties of each message of a frame. */
  const MESSAGE_SIZES = { loaded: 2, started: 2, resize: 3, closed: 2, completed: 4 };

  /** Returns a message of exactly the expected shape, or null. */
  const parseMessage = (data) => {
    const read = (name) => (Object.hasOwn(data ?? {}, name) ? data[name] : undefined);
    const type = read('type');
    if (read('tillwright') !== 1 || typeof type !== 'string' || !Object.hasOwn(MESSAGE_SIZES, type)) return null;
    if (Object.keys(data).length !== MESSAGE_SIZES[type]) return null;
    const { height, order, state } = data;
    if (type === 'resize') return Number.isInteger(height) && height > 0 && height <= MAX_HEIGHT_PX ? data : null;
    if (type !== 'completed') return data;
    const isOrder = typeof order === 'string' && ORDER_NUMBER.test(order);
    return isOrder && (state === 'paid' || state === 'pending') ? data : null;
  };

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== appOrigin || source === null) return;
    const checkout = [...checkouts].find(({ frame }) => frame.contentWindow === source);
    const message = checkout && parseMessage(data);
    if (!message) return;
    const { type, height, order, state } = message;
    if (type === 'loaded') {
      clearTimeout(checkout.timer);
      checkout.onLoad();
      emit(checkout, 'opened');
    } else if (type === 'resize') checkout.frame.style.height = `${height}px`;
    else if (type === 'started') emit(checkout, 'started');
    else if (type === 'closed') checkout.close?.();
    else if (checkout.token && checkout.state !== state) {
      checkout.state = state;
      emit(checkout, state, { order });
    }
  });

  /** Shows a page in an element. The link inside the element stays as a fallback, in case the page does not load. */
  const openInline = (element, token) => {
    const slug = element.dataset.page;
    for (const checkout of checkouts) if (checkout.element === element) removeCheckout(checkout);
    const link = element.querySelector('a') ?? createLink(slug);
    const showLink = (isShown) => link.style.setProperty('display', isShown ? 'inline-block' : 'none', 'important');
    const frame = createFrame({ slug, token, query: element.dataset.query, display: 'inline' });
    element.append(frame, link);
    showLink(false);
    addCheckout({ slug, token, element, frame, onLoad: () => showLink(false) }, () => showLink(true));
  };

  const POPUP_STYLES = `dialog{box-sizing:border-box;width:min(1040px,100% - 32px);max-width:none;height:fit-content;max-height:calc(100dvh - 32px);margin:auto;padding:0;border:0;border-radius:14px;overflow:auto;overscroll-behavior:contain;background:#fff;color:#17181a;font:16px/1.5 system-ui,sans-serif}
dialog::backdrop{background:#101114b3}
div{position:sticky;top:0;z-index:1;background:#fff;text-align:end}
button{width:44px;height:44px;margin:4px;border:0;border-radius:50%;background:#fff;color:inherit;font:24px/1 system-ui,sans-serif;cursor:pointer}
:is(button,a):focus-visible{outline:3px solid;outline-offset:-3px}
p{margin:0;padding:24px;text-align:center}
@media(width<600px){dialog{width:100%;height:100dvh;max-height:none;border-radius:0}}`;

  const BUTTON_STYLES = `a[data-tillwright=button]{display:inline-block;padding:14px 24px;border-radius:8px;background:var(--tillwright-fill,#17181a);color:var(--tillwright-ink,#fff);font:600 1rem/1.2 system-ui,sans-serif;text-decoration:none}
a[data-tillwright=button]:hover{filter:brightness(1.15)}
a[data-tillwright=button]:focus-visible{outline:3px solid;outline-offset:2px}`;

  /** Adds styles through the CSSOM, which a Content-Security-Policy allows. */
  const addStyles = (root, css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  };

  /** Stops the page from scrolling and replaces its scrollbar with padding. Returns a function that undoes both. */
  const lockScroll = () => {
    const { style, clientWidth } = document.documentElement;
    const { overflow, paddingInlineEnd } = style;
    const scrollbarWidth = innerWidth - clientWidth;
    Object.assign(style, { overflow: 'hidden', ...(scrollbarWidth > 0 && { paddingInlineEnd: `${scrollbarWidth}px` }) });
    return () => Object.assign(style, { overflow, paddingInlineEnd });
  };

  /** Shows a dialog in a shadow root, which the styles of the page do not reach. */
  const showDialog = (frame, close) => {
    const host = createElement('div', { style: 'all:initial' });
    const root = host.attachShadow({ mode: 'open' });
    const dialog = createElement('dialog', { ariaLabel: 'Checkout' });
    const closeButton = createElement('button', { type: 'button', textContent: '×', ariaLabel: 'Close', onclick: close });
    const header = createElement('div');
    const status = createElement('p', { role: 'status', textContent: 'Loading…' });
    let pressedElement = null;
    dialog.onclose = close;
    dialog.onpointerdown = ({ target }) => (pressedElement = target);
    dialog.onclick = ({ target }) => target === dialog && pressedElement === dialog && close();
    addStyles(root, POPUP_STYLES);
    header.append(closeButton);
    dialog.append(header, status, frame);
    root.append(dialog);
    document.body.append(host);
    dialog.showModal();
    return { host, dialog, status, isCloseFocused: () => root.activeElement === closeButton };
  };

  let closeOpenPopup = null;

  const openPopup = ({ slug, token, query, element = document.body }) => {
    closeOpenPopup?.();
    const opener = document.activeElement;
    const unlockScroll = lockScroll();
    const frame = createFrame({ slug, token, query, display: 'popup' });
    const checkout = { slug, token, element, frame };
    checkout.close = closeOpenPopup = () => {
      if (closeOpenPopup !== checkout.close) return;
      closeOpenPopup = null;
      removeCheckout(checkout);
      unlockScroll();
      popup.dialog.close();
      popup.host.remove();
      opener?.focus?.({ preventScroll: true });
      emit(checkout, 'closed');
    };
    const popup = showDialog(frame, checkout.close);
    checkout.onLoad = () => {
      popup.status.remove();
      if (popup.isCloseFocused()) frame.focus();
    };
    addCheckout(checkout, () => popup.status.replaceChildren('The checkout can’t be loaded here. ', createLink(slug)));
    return { close: checkout.close };
  };

  /** Returns the slug of the page that a link opens. */
  const getLinkSlug = ({ dataset, href }) =>
    dataset.page || (href?.startsWith(`${appOrigin}/c/`) ? new URL(href).pathname.split('/')[2] : '');

  addEventListener('click', (event) => {
    const link = event.target.closest?.('[data-tillwright=popup],[data-tillwright=button]');
    const slug = link && getLinkSlug(link);
    const { button, metaKey, ctrlKey, shiftKey, defaultPrevented } = event;
    if (!slug || defaultPrevented || button || metaKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    openPopup({ slug, query: link.dataset.query ?? (link.search || ''), element: link });
  });

  /** Returns the checkout from which the buyer comes back, and removes it from the URL. */
  const takeReturn = () => {
    const [, slug, token] = RETURN_FRAGMENT.exec(location.hash) ?? [];
    if (token) history.replaceState(history.state, '', location.pathname + location.search);
    return token && { slug, token };
  };

  const filledElements = new WeakMap();

  /** Fills all inline elements. The result of a checkout opens inline if its page has an element, otherwise as a popup. */
  const fillElements = (returned) => {
    for (const checkout of checkouts) if (!checkout.close && !checkout.frame.isConnected) removeCheckout(checkout);
    let isResultShown = false;
    for (const element of document.querySelectorAll('[data-tillwright=inline]')) {
      const { page } = element.dataset;
      if (!page || filledElements.get(element) === page) continue;
      filledElements.set(element, page);
      const showsResult = returned?.slug === page && !isResultShown;
      openInline(element, showsResult ? returned.token : undefined);
      isResultShown ||= showsResult;
    }
    if (returned && !isResultShown) openPopup(returned);
  };

  window.Tillwright = Object.freeze({
    version: 2,
    /** Calls back as soon as the script is ready, which it is. */
    ready: (callback) => void callback(window.Tillwright),
    /** Opens a page as a popup. `query`: parameters for the page, as a string or an object. */
    open(page, { query } = {}) {
      if (!page) throw new TypeError('Tillwright.open needs the slug of a page');
      return openPopup({ slug: page, query });
    },
    /** Calls back on every event of a type. Returns a function that stops this. */
    on(type, callback) {
      if (!EVENTS.includes(type)) throw new TypeError(`Unknown event: ${type}. Events: ${EVENTS.join(', ')}`);
      const listener = ({ detail, target }) => callback(detail, target);
      document.addEventListener(`tillwright:${type}`, listener);
      return () => document.removeEventListener(`tillwright:${type}`, listener);
    },
  });

  const start = () => {
    for (const callback of queue) callback(window.Tillwright);
    dispatch(document, 'ready');
    fillElements(takeReturn());
    const options = { childList: true, subtree: true, attributeFilter: ['data-page'] };
    new MutationObserver(() => fillElements()).observe(document.documentElement, options);
  };

  addStyles(document, BUTTON_STYLES);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
  else start();
})();

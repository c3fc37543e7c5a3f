/*! Tillwright: a checkout page inside other pages. It never changes under this address. */
'use strict';
if (!window.Tillwright) {
  const script = document.currentScript ?? document.querySelector('script[src*="/embed/v1.js"]');
  const shop = new URL(script.src).origin;
  const PATIENCE = 10000;
  const ORDER = /^[\w-]{1,64}$/;
  const BACK = /^#tillwright=([a-z0-9-]{1,100})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

  /** Our frames on the page. */
  const views = new Set();
  const make = (tag, more) => Object.assign(document.createElement(tag), more);

  const emit = ({ element, page }, type, more) => {
    const detail = { page, ...more };
    const event = new CustomEvent(`tillwright:${type}`, { bubbles: true, detail });
    (element.isConnected ? element : document.body).dispatchEvent(event);
  };

  const linkTo = (page) =>
    make('a', { href: `${shop}/c/${encodeURIComponent(page)}`, textContent: 'Open it as a page' });

  /** The frame of a page, or of what became of an order. */
  const frameOf = ({ page, token, query, as }) => {
    const asked = new URLSearchParams(query);
    asked.set('origin', location.origin);
    if (token) asked.set('t', token);
    const told = new URLSearchParams({ from: location.href.split('#')[0], as });
    return make('iframe', {
      style: 'display:block;width:100%;height:480px;border:0;color-scheme:light',
      title: 'Checkout',
      src: `${shop}/e/${encodeURIComponent(page)}${token ? '/done' : ''}?${asked}#${told}`,
    });
  };

  /** `late`: it has not come in time. */
  const watch = (view, late) => {
    views.add(view);
    view.timer = setTimeout(() => late(), PATIENCE);
  };

  const KEYS = { loaded: 2, resize: 3, closed: 2, completed: 4 };

  /** A message of exactly our shape. */
  const readMessage = (data) => {
    const own = (key) => (Object.hasOwn(data ?? {}, key) ? data[key] : undefined);
    const type = own('type');
    if (own('tillwright') !== 1 || typeof type !== 'string') return null;
    if (!Object.hasOwn(KEYS, type) || Object.keys(data).length !== KEYS[type]) return null;
    const { height, order, state } = data;
    if (type === 'resize') return Number.isInteger(height) && height > 0 && height <= 20000 ? data : null;
    if (type !== 'completed') return data;
    return typeof order === 'string' && ORDER.test(order) && ['paid', 'pending'].includes(state)
      ? data
      : null;
  };

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== shop || source === null) return;
    const view = [...views].find(({ frame }) => frame.contentWindow === source);
    const message = view && readMessage(data);
    if (!message) return;
    const { type, tillwright: _, ...more } = message;
    if (type === 'loaded') {
      clearTimeout(view.timer);
      view.arrived();
      emit(view, type);
    } else if (type === 'resize') {
      view.frame.style.height = `${more.height}px`;
      emit(view, type, more);
    } else if (type === 'closed') view.close?.();
    else if (view.token && !view.told) {
      view.told = true;
      emit(view, type, more);
    }
  });

  /** Puts a page into its place. The link that stood there comes back when nothing loads. */
  const fill = (element, token) => {
    const page = element.dataset.page;
    for (const view of views) if (view.element === element) drop(view);
    const link = element.querySelector('a') ?? linkTo(page);
    const show = (is) => link.style.setProperty('display', is ? 'inline-block' : 'none', 'important');
    const frame = frameOf({ page, token, query: element.dataset.query, as: 'inline' });
    const view = { page, token, element, frame };
    view.arrived = () => show(false);
    element.append(frame, link);
    show(false);
    watch(view, () => show(true));
  };

  const drop = (view) => {
    clearTimeout(view.timer);
    views.delete(view);
    view.frame.remove();
  };

  const SHEET = `dialog{box-sizing:border-box;width:min(1040px,100% - 32px);max-width:none;height:fit-content;max-height:calc(100dvh - 32px);margin:auto;padding:0;border:0;border-radius:14px;overflow:auto;overscroll-behavior:contain;background:#fff;color:#17181a;font:16px/1.5 system-ui,sans-serif}
dialog::backdrop{background:#101114b3}
div{position:sticky;top:0;z-index:1;background:#fff;text-align:end}
button{width:40px;height:40px;margin:6px;border:0;border-radius:50%;background:#fff;color:inherit;font:24px/1 system-ui,sans-serif;cursor:pointer;}
:is(button,a):focus-visible{outline:3px solid;outline-offset:2px}
p{margin:0;padding:24px;text-align:center}
@media(width<600px){dialog{width:100%;height:100dvh;max-height:none;border-radius:0}}`;

  const BUTTON = `a[data-tillwright=button]{display:inline-block;padding:14px 24px;border-radius:8px;background:var(--tillwright-fill,#17181a);color:var(--tillwright-ink,#fff);font:600 1rem/1.2 system-ui,sans-serif;text-decoration:none}
a[data-tillwright=button]:hover{filter:brightness(1.15)}
a[data-tillwright=button]:focus-visible{outline:3px solid;outline-offset:2px}`;

  const styled = (root, css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  };

  /** The page behind neither moves nor jumps. */
  const lockScroll = () => {
    const { style, clientWidth } = document.documentElement;
    const { overflow, paddingInlineEnd } = style;
    const bar = innerWidth - clientWidth;
    Object.assign(style, { overflow: 'hidden', ...(bar > 0 && { paddingInlineEnd: `${bar}px` }) });
    return () => Object.assign(style, { overflow, paddingInlineEnd });
  };

  let closeOpen = null;

  /** The sheet of a popup, apart from the styles of its host. */
  const openSheet = (frame, close) => {
    const host = make('div', { style: 'all:initial' });
    const root = host.attachShadow({ mode: 'open' });
    const dialog = make('dialog', { ariaLabel: 'Checkout' });
    const key = make('button', { type: 'button', textContent: '×', ariaLabel: 'Close', onclick: close });
    const bar = make('div');
    const line = make('p', { role: 'status', textContent: 'Loading the checkout…' });
    let pressed = null;
    dialog.onclose = close;
    dialog.onpointerdown = ({ target }) => (pressed = target);
    dialog.onclick = ({ target }) => target === dialog && pressed === dialog && close();
    styled(root, SHEET);
    bar.append(key);
    dialog.append(bar, line, frame);
    root.append(dialog);
    document.body.append(host);
    dialog.showModal();
    return { host, dialog, line, isOnKey: () => root.activeElement === key };
  };

  const openPopup = ({ page, token, query, element = document.body }) => {
    closeOpen?.();
    const opener = document.activeElement;
    const unlock = lockScroll();
    const frame = frameOf({ page, token, query, as: 'popup' });
    const view = { page, token, element, frame };
    view.close = closeOpen = () => {
      if (closeOpen !== view.close) return;
      closeOpen = null;
      drop(view);
      unlock();
      sheet.dialog.close();
      sheet.host.remove();
      opener?.focus?.({ preventScroll: true });
      emit(view, 'closed');
    };
    const sheet = openSheet(frame, view.close);
    view.arrived = () => {
      sheet.line.remove();
      if (sheet.isOnKey()) frame.focus();
    };
    watch(view, () => {
      sheet.line.replaceChildren('The checkout does not load here. ', linkTo(page));
    });
    return { close: view.close };
  };

  /** The page that a link stands for. */
  const pageOf = ({ dataset, href }) =>
    dataset.page || (href?.startsWith(`${shop}/c/`) ? new URL(href).pathname.split('/')[2] : '');

  addEventListener('click', (event) => {
    const link = event.target.closest?.('[data-tillwright=popup],[data-tillwright=button]');
    const page = link && pageOf(link);
    const { button, metaKey, ctrlKey, shiftKey, defaultPrevented } = event;
    if (!page || defaultPrevented || button || metaKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    openPopup({ page, query: link.dataset.query ?? (link.search || ''), element: link });
  });

  /** Who comes back from paying. */
  const takeReturn = () => {
    const [, page, token] = BACK.exec(location.hash) ?? [];
    if (token) history.replaceState(history.state, '', location.pathname + location.search);
    return token && { page, token };
  };

  const mounted = new WeakMap();

  const fillAll = (back) => {
    for (const view of views) if (!view.close && !view.frame.isConnected) drop(view);
    let shown = false;
    for (const element of document.querySelectorAll('[data-tillwright=inline]')) {
      const { page } = element.dataset;
      if (!page || mounted.get(element) === page) continue;
      mounted.set(element, page);
      const isBack = back?.page === page && !shown;
      fill(element, isBack ? back.token : undefined);
      shown ||= isBack;
    }
    if (back && !shown) openPopup(back);
  };

  const start = () => {
    fillAll(takeReturn());
    const watched = { childList: true, subtree: true, attributeFilter: ['data-page'] };
    new MutationObserver(() => fillAll()).observe(document.documentElement, watched);
  };

  window.Tillwright = Object.freeze({
    version: 1,
    /** Opens a page as a popup; answers what closes it. */
    open(page, { query } = {}) {
      if (!page) throw new TypeError('Which page?');
      return openPopup({ page, query });
    },
    /** Calls back on an event; answers what ends that. */
    on(type, handle) {
      if (!Object.hasOwn(KEYS, type)) throw new TypeError(`No event ${type}`);
      const heard = ({ detail, target }) => handle(detail, target);
      document.addEventListener(`tillwright:${type}`, heard);
      return () => document.removeEventListener(`tillwright:${type}`, heard);
    },
  });

  styled(document, BUTTON);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}

import { createElement, useEffect, useRef } from 'react';

import { loadTillwright } from './index.js';

const EVENTS = {
  opened: 'onOpened',
  started: 'onStarted',
  paid: 'onPaid',
  pending: 'onPending',
  closed: 'onClosed',
  error: 'onError',
};

/** Returns the event props, and the other props without them. */
function splitProps(props) {
  const handlers = Object.fromEntries(Object.entries(EVENTS).map(([type, name]) => [type, props[name]]));
  const names = Object.values(EVENTS);
  return [handlers, Object.fromEntries(Object.entries(props).filter(([name]) => !names.includes(name)))];
}

/** Loads the script, and calls the newest handlers on the events of an element. Returns the ref of the element. */
function useTillwright(appUrl, handlers) {
  const ref = useRef(null);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const element = ref.current;
    const stop = new AbortController();
    for (const type of Object.keys(EVENTS))
      element.addEventListener(`tillwright:${type}`, ({ detail }) => latest.current[type]?.(detail), stop);
    loadTillwright(appUrl).catch(() => undefined);
    return () => stop.abort();
  }, [appUrl]);
  return ref;
}

const buildPageUrl = ({ appUrl, page, query }) => {
  const url = new URL(`/c/${encodeURIComponent(page)}`, appUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
};

export function TillwrightCheckout(props) {
  const { appUrl, page, query } = props;
  const [handlers] = splitProps(props);
  const ref = useTillwright(appUrl, handlers);
  const search = new URLSearchParams(query).toString();
  useEffect(() => {
    // The script changes the content of this element, so React does not render it.
    const element = document.createElement('div');
    Object.assign(element.dataset, { tillwright: 'inline', page, query: search });
    const container = ref.current;
    container.replaceChildren(element);
    return () => element.remove();
  }, [ref, page, search]);
  // oxlint-disable-next-line react/refs -- JSX without a build
  return createElement('div', { ref });
}

export function TillwrightLink(props) {
  const [handlers, { appUrl, page, query, ...attributes }] = splitProps(props);
  const ref = useTillwright(appUrl, handlers);
  const href = buildPageUrl({ appUrl, page, query });
  return createElement('a', { ...attributes, ref, href, 'data-tillwright': 'popup', 'data-page': page });
}

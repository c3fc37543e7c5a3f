import type { VisitHint } from '#domain/visit.ts';

import { hidden, host, slug } from './parts.ts';

const MAX_QUERY = 600;

/** Only campaign parameters of the query and the host of the referrer leave the browser. */
const [referrer, campaign] = [
  document.referrer.split('/', 3).join('/'),
  [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_')),
];

/** Attribution of this visitor, also sent with the order. */
export const visit: VisitHint = {
  referrer,
  query: new URLSearchParams(campaign).toString().slice(0, MAX_QUERY),
  ...(host && { embed: host }),
  ...(navigator.maxTouchPoints > 1 && { touch: true }),
};

const send = () =>
  navigator.sendBeacon(`/c/${slug}/seen`, JSON.stringify({ v: Number(hidden('version')?.value), ...visit }));

/** Sends one page view when the page is visible. The response to a submitted form is no new page view. */
export function countView() {
  if (hidden('attempt')?.defaultValue) return;
  if (document.visibilityState === 'visible') send();
  else document.addEventListener('visibilitychange', send, { once: true });
}

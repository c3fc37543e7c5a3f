import type { VisitHint } from '#domain/visit.ts';

import { hidden, host, slug } from './parts.ts';

const MAX_QUERY = 600;

/** Of the query only what names a campaign, of the referrer only its host: nothing else leaves the browser. */
const [referrer, campaign] = [
  document.referrer.split('/', 3).join('/'),
  [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_')),
];

/** Where this visitor came from, for the order as well. */
export const visit: VisitHint = {
  referrer,
  query: new URLSearchParams(campaign).toString().slice(0, MAX_QUERY),
  ...(host && { embed: host }),
  ...(navigator.maxTouchPoints > 1 && { touch: true }),
};

const send = () =>
  navigator.sendBeacon(`/c/${slug}/seen`, JSON.stringify({ v: Number(hidden('version')?.value), ...visit }));

/** Tells once that the page is looked at, when it can be seen. A page that answers a press has been looked at before. */
export function countView() {
  if (hidden('attempt')?.defaultValue) return;
  if (document.visibilityState === 'visible') send();
  else document.addEventListener('visibilitychange', send, { once: true });
}

import type { ReportedVisit } from '#domain/attribution.ts';

import { findHiddenInput, hostOrigin, slug } from './page-elements.ts';

const MAX_QUERY_LENGTH = 600;

/** Only campaign parameters of the query and the host of the referrer leave the browser. */
const [referrer, campaign] = [
  document.referrer.split('/', 3).join('/'),
  [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_')),
];

/** Attribution of this visitor, also sent with the order. */
export const attribution: ReportedVisit = {
  referrer,
  query: new URLSearchParams(campaign).toString().slice(0, MAX_QUERY_LENGTH),
  ...(hostOrigin && { embed: hostOrigin }),
  ...(navigator.maxTouchPoints > 1 && { touch: true }),
};

const sendPageView = () =>
  navigator.sendBeacon(
    `/c/${slug}/seen`,
    JSON.stringify({ v: Number(findHiddenInput('version')?.value), ...attribution }),
  );

/** Reports one page view when the page is visible. The response to a submitted form is no new page view. */
export function trackPageView() {
  if (findHiddenInput('attempt')?.defaultValue) return;
  if (document.visibilityState === 'visible') sendPageView();
  else document.addEventListener('visibilitychange', sendPageView, { once: true });
}

/** Parameters that change what a public page says; every other one is ignored. */
const RENDERED_FRESH = /^(notice|coupon|plan|amount|canceled|returnTo|q|f\..*)$/;

/** Whether a page must be drawn for this query alone. */
export const isRenderedFresh = (query: string): boolean =>
  query !== '' && [...new URLSearchParams(query).keys()].some((name) => RENDERED_FRESH.test(name));

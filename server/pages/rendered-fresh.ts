/** Query parameters that change the content of a public page; all others are ignored. */
const RENDERED_FRESH = /^(notice|coupon|plan|amount|canceled|returnTo|q|f\..*)$/;

/** Returns whether a page must be rendered for this query alone. */
export const isRenderedFresh = (query: string): boolean =>
  query !== '' && [...new URLSearchParams(query).keys()].some((name) => RENDERED_FRESH.test(name));

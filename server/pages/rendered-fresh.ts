/** Query parameters that change the content of a public page; all others are ignored. */
const CONTENT_PARAM = /^(notice|coupon|plan|amount|canceled|returnTo|q|f\..*)$/;

/** Returns whether a page must be rendered for this query alone. */
export const hasContentParams = (query: string): boolean =>
  query !== '' && [...new URLSearchParams(query).keys()].some((name) => CONTENT_PARAM.test(name));

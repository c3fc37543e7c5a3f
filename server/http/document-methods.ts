import type { MiddlewareHandler } from 'hono';

/** Documents with forms. */
const WITH_FORMS = /^\/((c|checkout|subscription)\/[^/]|report$|purchases(\/open|\/subscriptions\/[^/.]+)?$)/;
/** Documents of a cookie session: they accept posts from our own pages only. */
const WITH_COOKIE = /^\/purchases(\/|$)/;
/** Content type of our forms. Parsing anything else could fail. */
const FORM = /^application\/x-www-form-urlencoded\b/i;

/** Restricts the HTTP methods of documents: reads, and form posts where a document has a form. */
export const documentMethods =
  (appUrl: string): MiddlewareHandler =>
  async (c, next) => {
    const { method, path } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const takesForms = WITH_FORMS.test(path);
    const Allow = takesForms ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
    if (method === 'OPTIONS') return c.body(null, 204, { Allow });
    if (method !== 'POST' || !takesForms)
      return c.text('This address does not take that method.', 405, { Allow });
    if (!FORM.test(c.req.header('content-type') ?? '')) return c.text('Send a form.', 415);
    if (WITH_COOKIE.test(path) && c.req.header('origin') !== appUrl)
      return c.text('This form came from another site.', 403);
    return next();
  };

import type { MiddlewareHandler } from 'hono';

/** Documents that forms are posted to. */
const WITH_FORMS = /^\/((c|checkout|subscription)\/[^/]|report$|purchases(\/open|\/subscriptions\/[^/.]+)?$)/;
/** Those where a cookie lets in: only our own pages may post to them. */
const WITH_COOKIE = /^\/purchases(\/|$)/;
/** What our forms send. Anything else could fail while it is read. */
const FORM = /^application\/x-www-form-urlencoded\b/i;

/** What may be asked of a document: to be read, and where it has forms, to take one. */
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

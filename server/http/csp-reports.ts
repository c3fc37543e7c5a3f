import { Hono } from 'hono';
import { z } from 'zod';

import { isShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { clientAddress, MINUTE_MS, takeFrom } from './rate-limits.ts';
import { jsonFrom, readText } from './read-json.ts';
import { loggedPath } from './redacted.ts';

const MAX_BYTES = 8 * 1024;
const MOST_AT_ONCE = 10;
const TYPES = /^application\/(csp-report|reports\+json|json)\b/i;
/** Limits per minute: reports of one address, and log lines in total. */
const OF_ONE = { limit: 30, windowMs: MINUTE_MS };
const OF_ALL = { key: 'csp-reports', limit: 120, windowMs: MINUTE_MS };

const Text = z.string().max(4096).optional();
/** Formats of `report-uri` and `report-to`. */
const Old = z.object({
  'csp-report': z.object({
    'document-uri': Text,
    'blocked-uri': Text,
    'effective-directive': Text,
    'violated-directive': Text,
  }),
});
const New = z
  .array(
    z.object({
      type: z.string().max(40),
      body: z.object({ documentURL: Text, blockedURL: Text, effectiveDirective: Text }).loose(),
    }),
  )
  .max(MOST_AT_ONCE);

type Violation = { document: string; blocked: string; directive: string };

const given = (text: string | undefined): string => text ?? '';

function violationsIn(sent: unknown): Violation[] | null {
  const old = Old.safeParse(sent);
  if (old.success) {
    const told = old.data['csp-report'];
    const directive = told['effective-directive'] ?? told['violated-directive'];
    return [
      {
        document: given(told['document-uri']),
        blocked: given(told['blocked-uri']),
        directive: given(directive),
      },
    ];
  }
  const many = New.safeParse(sent);
  if (!many.success) return null;
  return many.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body }) => ({
      document: given(body.documentURL),
      blocked: given(body.blockedURL),
      directive: given(body.effectiveDirective),
    }));
}

/** A URL without personal data: no query, fragment or tokens. Keywords such as `inline` stay. */
function plainAddress(text: string): string {
  const url = URL.parse(text);
  if (!url) return /^[a-z-]{0,20}$/.test(text) ? text : 'other';
  return /^https?:$/.test(url.protocol) ? url.origin + loggedPath(url.pathname) : url.protocol;
}

/**
 * `POST /reports/csp`: logs CSP violations that browsers report, which point to a bug of ours or an attack. Rate-limited;
 * the response has no content.
 */
export function cspReports(context: Context): Hono {
  const doors = new Hono();
  doors.post('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!TYPES.test(c.req.header('content-type') ?? '')) return c.body(null, 415);
    const violations = violationsIn(jsonFrom(await readText(c.req.raw, MAX_BYTES)));
    if (!violations) return c.body(null, 400);
    const { origin } = new URL(c.req.url);
    const host = c.req.header('host') ?? '';
    // Violations by browser extensions and other sites' pages are not ours to fix.
    const ours = violations.filter(({ document }) => {
      const url = URL.parse(document);
      return url?.origin === origin || (url !== null && url.host === host);
    });
    if (ours.length === 0) return c.body(null, 204);
    const { allowed } = await takeFrom(context, [
      { key: `csp-reports:${clientAddress(c)}`, ...OF_ONE },
      OF_ALL,
    ]);
    if (!allowed) return c.body(null, 204);
    for (const { document, blocked, directive } of ours) {
      const said = { document: plainAddress(document), blocked: plainAddress(blocked) };
      context.log.warn({ ...said, directive: directive.slice(0, 60) }, 'a browser was kept from something');
    }
    return c.body(null, 204);
  });
  doors.all('/', (c) => c.body(null, 405, { Allow: 'POST' }));
  doors.onError((error, c) => {
    if (!isShopError(error)) throw error;
    return c.body(null, statusOf(error.code) as 413);
  });
  return doors;
}

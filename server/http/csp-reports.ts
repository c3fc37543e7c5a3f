import { Hono } from 'hono';
import { z } from 'zod';

import { isAppError, getHttpStatus } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';

import { redactPath } from './log.ts';
import { clientAddress, consumeLimits } from './rate-limits.ts';
import { parseJson, readText } from './read-json.ts';

const MAX_BYTES = 8 * 1024;
const MAX_REPORTS = 10;
const CONTENT_TYPES = /^application\/(csp-report|reports\+json|json)\b/i;
/** Limits per minute: reports of one address, and log lines in total. */
const ADDRESS_LIMIT = { limit: 30, windowMs: MINUTE_MS };
const GLOBAL_LIMIT = { key: 'csp-reports', limit: 120, windowMs: MINUTE_MS };

const Text = z.string().max(4096).default('');

type Violation = { document: string; blocked: string; directive: string };

/** Format of `report-uri`. */
const LegacyReport = z
  .object({
    'csp-report': z.object({
      'document-uri': Text,
      'blocked-uri': Text,
      'effective-directive': Text,
      'violated-directive': Text,
    }),
  })
  .transform(({ 'csp-report': report }): Violation[] => [
    {
      document: report['document-uri'],
      blocked: report['blocked-uri'],
      directive: report['effective-directive'] || report['violated-directive'],
    },
  ]);

/** Format of `report-to`. */
const ReportingApiReports = z
  .array(
    z.object({
      type: z.string().max(40),
      body: z.object({ documentURL: Text, blockedURL: Text, effectiveDirective: Text }),
    }),
  )
  .max(MAX_REPORTS)
  .transform((reports): Violation[] =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        document: body.documentURL,
        blocked: body.blockedURL,
        directive: body.effectiveDirective,
      })),
  );

const Reports = z.union([LegacyReport, ReportingApiReports]);

/** A URL without personal data: no query, fragment or tokens. Keywords such as `inline` stay. */
function sanitizeUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return /^[a-z-]{0,20}$/.test(text) ? text : 'other';
  return /^https?:$/.test(url.protocol) ? url.origin + redactPath(url.pathname) : url.protocol;
}

/**
 * `POST /reports/csp`: logs CSP violations that browsers report, which point to a bug of ours or an attack. Rate-limited;
 * the response has no content.
 */
export function cspReportRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!CONTENT_TYPES.test(c.req.header('content-type') ?? '')) return c.body(null, 415);
    const reports = Reports.safeParse(parseJson(await readText(c.req.raw, MAX_BYTES)));
    if (!reports.success) return c.body(null, 400);
    const { origin } = new URL(c.req.url);
    const host = c.req.header('host') ?? '';
    // Violations by browser extensions and other sites' pages are not ours to fix.
    const ownViolations = reports.data.filter(({ document }) => {
      const url = URL.parse(document);
      return url?.origin === origin || (url !== null && url.host === host);
    });
    if (ownViolations.length === 0) return c.body(null, 204);
    const { allowed } = await consumeLimits(context, [
      { key: `csp-reports:${clientAddress(c)}`, ...ADDRESS_LIMIT },
      GLOBAL_LIMIT,
    ]);
    if (!allowed) return c.body(null, 204);
    for (const { document, blocked, directive } of ownViolations) {
      const sanitized = { document: sanitizeUrl(document), blocked: sanitizeUrl(blocked) };
      context.log.warn({ ...sanitized, directive: directive.slice(0, 60) }, 'csp_violation');
    }
    return c.body(null, 204);
  });
  routes.all('/', (c) => c.body(null, 405, { Allow: 'POST' }));
  routes.onError((error, c) => {
    if (!isAppError(error)) throw error;
    return c.body(null, getHttpStatus(error.code) as 413);
  });
  return routes;
}

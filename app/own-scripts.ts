import { createHash } from 'node:crypto';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** A document and the CSP sources of its inline scripts that our components rendered. */
export type MarkedDocument = { html: string; sources: string[] };

/**
 * Removes the nonce from a finished document and returns the hashes of the scripts that had it, so that the document can
 * be cached and answered with 304. An injected script has no nonce, so the policy blocks it.
 */
export function takeMarkers(html: string, marker: string): MarkedDocument {
  const mark = ` nonce="${marker}"`;
  const sources = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT))
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes))
      sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return { html: html.replaceAll(mark, ''), sources: [...sources] };
}

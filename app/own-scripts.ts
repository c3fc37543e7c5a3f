import { createHash } from 'node:crypto';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** A document and the CSP sources of the inline scripts in it that we have written. */
export type MarkedDocument = { html: string; sources: string[] };

/**
 * Takes the marker out of a finished document and names the scripts that bore it by hash, so that the document can be
 * cached and answered 304. A script that someone else got into the document has no marker, and the policy stops it.
 */
export function takeMarkers(html: string, marker: string): MarkedDocument {
  const mark = ` nonce="${marker}"`;
  const sources = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT))
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes))
      sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return { html: html.replaceAll(mark, ''), sources: [...sources] };
}

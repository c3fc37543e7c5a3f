import { createHash } from 'node:crypto';

const SCRIPT_PATTERN = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** A document and the CSP sources of its inline scripts that our components rendered. */
type HashedDocument = { html: string; sources: string[] };

/**
 * Removes the nonce from a finished document and returns the hashes of the scripts that had it, so that the document can
 * be cached and answered with 304. An injected script has no nonce, so the policy blocks it.
 */
export function replaceNonceWithHashes(html: string, nonce: string): HashedDocument {
  const nonceAttribute = ` nonce="${nonce}"`;
  const sources = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT_PATTERN))
    if (attributes.includes(nonceAttribute) && !/\ssrc=/.test(attributes))
      sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return { html: html.replaceAll(nonceAttribute, ''), sources: [...sources] };
}

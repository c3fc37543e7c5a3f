import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { EMBED_SCRIPT } from '#domain/embedding.ts';
import { cleanLine } from '#domain/text.ts';

/** Ways to embed a page in a host site. */
export const EMBED_KINDS = ['inline', 'popup', 'button'] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => HTML_ESCAPES[character] ?? character);

/** Creates the snippet for the seller's site. Its link also works without the script. `url` is the public page URL. */
export function createSnippet(
  kind: EmbedKind,
  url: string,
  { buttonText }: Pick<CheckoutPageConfig, 'buttonText'>,
): string {
  const { origin, pathname } = new URL(url);
  const label = escapeHtml(cleanLine(buttonText) || 'Buy now');
  const script = `<script src="${origin}${EMBED_SCRIPT.path}"\n  integrity="${EMBED_SCRIPT.integrity}"\n  crossorigin="anonymous" async></script>`;
  if (kind !== 'inline') return `<a data-tillwright="${kind}" href="${url}">${label}</a>\n${script}`;
  const slug = pathname.slice('/c/'.length);
  return `<div data-tillwright="inline" data-page="${slug}">\n  <a href="${url}">${label}</a>\n</div>\n${script}`;
}

/** Example listener for the events of an embedded page. */
export const EVENT_LISTENER_EXAMPLE = `document.addEventListener('tillwright:completed', ({ detail }) => {
  // { page, order, state: 'paid' | 'pending' }
});`;

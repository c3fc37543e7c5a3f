import sanitizeHtml from 'sanitize-html';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * Converts HTML to lines of text: an empty line between paragraphs, a dash before list items. Text without tags is
 * unchanged. Every pattern runs in linear time, because the text is untrusted.
 */
export function htmlToText(text: string): string {
  if (!/<\/?[a-z][^<>]*>|&[a-z#0-9]+;/i.test(text)) return text;
  const withLineBreaks = text
    .replace(/\s+/g, ' ')
    .replace(/<li[^<>]*>/gi, '\n- ')
    .replace(/<br[^<>]*>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|ul|ol|blockquote)>/gi, '\n\n');
  const bare = sanitizeHtml(withLineBreaks, { allowedTags: [], allowedAttributes: {} });
  return bare
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

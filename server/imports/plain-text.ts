import sanitizeHtml from 'sanitize-html';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** What HTML says, in lines: paragraphs apart, entries of lists with a dash. Text that is no HTML stays as it is. */
export function plainText(text: string): string {
  if (!/<\/?[a-z][^>]*>|&[a-z#0-9]+;/i.test(text)) return text;
  const lined = text
    .replace(/\s+/g, ' ')
    .replace(/<li[^>]*>/gi, '\n- ')
    .replace(/<br[^>]*>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|ul|ol|blockquote)>/gi, '\n\n');
  const bare = sanitizeHtml(lined, { allowedTags: [], allowedAttributes: {} });
  return bare
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

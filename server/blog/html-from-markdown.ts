import { Marked } from 'marked';

const marked = new Marked({ gfm: true });

/** Supports tables and strikethrough. The output is not sanitized. */
export const htmlFromMarkdown = (markdown: string): string => marked.parse(markdown, { async: false });

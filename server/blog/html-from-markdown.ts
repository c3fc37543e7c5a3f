import { Marked } from 'marked';

const marked = new Marked({ gfm: true });

/** With tables and struck-through text. What comes out is as harmless as what went in. */
export const htmlFromMarkdown = (markdown: string): string => marked.parse(markdown, { async: false });

/** Part of a documentation page. Backquotes in texts mark code; `[text](/path)` is a link. */
export type DocsBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; caption: string; columnHeaders: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'code'; caption: string; code: string };
export type DocsSection = { id: string; title: string; blocks: readonly DocsBlock[] };

export const text = (content: string): DocsBlock => ({ kind: 'text', text: content });
export const list = (...items: string[]): DocsBlock => ({ kind: 'list', items });

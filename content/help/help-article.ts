/** A paragraph, ordered steps or a list. */
export type HelpBlock = string | { steps: readonly string[] } | { list: readonly string[] };

export type HelpArticle = {
  /** Anchor in `/help#id`. It stays the same when the question is reworded. */
  id: string;
  question: string;
  answer: readonly HelpBlock[];
  see?: readonly { label: string; href: string }[];
};

export type HelpCategory = {
  id: string;
  title: string;
  about: string;
  articles: readonly HelpArticle[];
};

/** Searchable lines of a block. */
export function linesOf(block: HelpBlock): readonly string[] {
  if (typeof block === 'string') return [block];
  return 'steps' in block ? block.steps : block.list;
}

/** The answer as plain text. */
export const answerText = ({ answer }: Pick<HelpArticle, 'answer'>): string =>
  answer.flatMap(linesOf).join('\n');

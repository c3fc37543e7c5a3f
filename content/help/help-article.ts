/** A paragraph, ordered steps or a list. */
export type HelpBlock = string | { steps: readonly string[] } | { list: readonly string[] };

export type HelpArticle = {
  /** Anchor in `/help#id`. It stays the same when the question is reworded. */
  id: string;
  question: string;
  answer: readonly HelpBlock[];
  links?: readonly { label: string; href: string }[];
};

export type HelpCategory = {
  id: string;
  title: string;
  description: string;
  articles: readonly HelpArticle[];
};

/** Searchable lines of a block. */
function getLines(block: HelpBlock): readonly string[] {
  if (typeof block === 'string') return [block];
  return 'steps' in block ? block.steps : block.list;
}

/** The answer as plain text. */
export const getAnswerText = ({ answer }: Pick<HelpArticle, 'answer'>): string => answer.flatMap(getLines).join('\n');

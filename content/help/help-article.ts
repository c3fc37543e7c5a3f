/** A paragraph, steps in their order, or a list. */
export type HelpBlock = string | { steps: readonly string[] } | { list: readonly string[] };

export type HelpArticle = {
  /** Its address is `/help#id`. It stays when the question is put in other words. */
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

/** What is searched in a block, line by line. */
export function linesOf(block: HelpBlock): readonly string[] {
  if (typeof block === 'string') return [block];
  return 'steps' in block ? block.steps : block.list;
}

/** The answer as plain text. */
export const answerText = ({ answer }: Pick<HelpArticle, 'answer'>): string =>
  answer.flatMap(linesOf).join('\n');

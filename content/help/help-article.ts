/** A paragraph, steps in their order, or a list. */
export type HelpBlock = string | { steps: readonly string[] } | { list: readonly string[] };

/** Parts of the software that some answers are about; see `LANDED`. */
export type Awaited = 'billing' | 'recovery';

export type HelpArticle = {
  /** Its address is `/help#id`. It stays when the question is put in other words. */
  id: string;
  question: string;
  answer: readonly HelpBlock[];
  see?: readonly { label: string; href: string }[];
  /** Kept back until that part is there. */
  awaits?: Awaited;
  /** Told only until that part is there. */
  until?: Awaited;
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

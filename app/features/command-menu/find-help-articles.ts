import { getAnswerText, type HelpArticle } from '#content/help/help-article.ts';
import { HELP } from '#content/help/help-categories.ts';

import { findMatches } from './commands.ts';

const ARTICLES = HELP.flatMap(({ articles }) => articles);

/** Help articles that match, those whose question matches first. */
export const findHelpArticles = (query: string): HelpArticle[] =>
  findMatches(ARTICLES, query, ({ question }) => question, getAnswerText);

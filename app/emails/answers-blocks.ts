import type { FieldAnswer } from '#domain/custom-field.ts';

import type { EmailBlock } from './email-content.ts';
import { truncateLine, truncateText } from './sanitize.ts';

/** Answers in emails are shortened; the order shows them in full. */
const MAX_ANSWER_LENGTH = 500;
const MAX_LABEL_LENGTH = 120;

/**
 * Inserts zero-width spaces so that email programs do not link URLs and domains. Answers are untrusted, because anyone
 * may type them and name any address as the buyer's. Email addresses stay intact for copying.
 */
const preventAutolinks = (text: string): string =>
  text.replaceAll(/:(?=\/\/)|\.(?=[\p{L}\p{N}])|@(?=[\p{L}\p{N}])/gu, (separator) => `${separator}\u200b`);

/** Block with a buyer's answers. Empty without answers. */
export function createAnswersBlocks(caption: string, answers: readonly FieldAnswer[] = []): EmailBlock[] {
  if (answers.length === 0) return [];
  const rows = answers.map(({ kind, label, value }) => {
    const text = truncateText(value, MAX_ANSWER_LENGTH);
    return [truncateLine(label, MAX_LABEL_LENGTH), kind === 'email' ? text : preventAutolinks(text)] as const;
  });
  return [{ kind: 'answers', caption, rows }];
}

import type { FieldAnswer } from '#domain/custom-field.ts';

import type { MailBlock } from './mail-words.ts';
import { shownName, shownText } from './plain-name.ts';

/** Answers in emails are shortened; the order shows them in full. */
const LONGEST = 500;
const LONGEST_LABEL = 120;

/**
 * Inserts zero-width spaces so that email programs do not link URLs and domains. Answers are untrusted, because anyone
 * may type them and name any address as the buyer's. Email addresses stay intact for copying.
 */
const unlinked = (text: string): string =>
  text.replaceAll(/:(?=\/\/)|\.(?=[\p{L}\p{N}])|@(?=[\p{L}\p{N}])/gu, (mark) => `${mark}\u200b`);

/** Block with a buyer's answers. Empty without answers. */
export function answersBlock(caption: string, answers: readonly FieldAnswer[] = []): MailBlock[] {
  if (answers.length === 0) return [];
  const rows = answers.map(({ kind, label, value }) => {
    const text = shownText(value, LONGEST);
    return [shownName(label, LONGEST_LABEL), kind === 'email' ? text : unlinked(text)] as const;
  });
  return [{ kind: 'answers', caption, rows }];
}

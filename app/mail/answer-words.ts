import type { FieldAnswer } from '#domain/custom-field.ts';

import type { MailBlock } from './mail-words.ts';
import { shownName, shownText } from './plain-name.ts';

/** Whole answers stand on the order; a mail is no place for somebody's essay. */
const LONGEST = 500;
const LONGEST_LABEL = 120;

/**
 * Whatever a program would make a link of, so that it does not: anybody may type answers, and any mailbox may be named
 * as the buyer's. An address is left as it is, to be copied.
 */
const unlinked = (text: string): string =>
  text.replaceAll(/:(?=\/\/)|\.(?=[\p{L}\p{N}])|@(?=[\p{L}\p{N}])/gu, (mark) => `${mark}\u200b`);

/** Answers of a buyer; nothing where nothing was answered. */
export function answersBlock(caption: string, answers: readonly FieldAnswer[] = []): MailBlock[] {
  if (answers.length === 0) return [];
  const rows = answers.map(({ kind, label, value }) => {
    const text = shownText(value, LONGEST);
    return [shownName(label, LONGEST_LABEL), kind === 'email' ? text : unlinked(text)] as const;
  });
  return [{ kind: 'answers', caption, rows }];
}

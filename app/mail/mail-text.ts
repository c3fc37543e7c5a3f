import { money, released } from './mail-figures.ts';
import type { MailBlock, MailFoot, MailWords, Paper } from './mail-words.ts';

const WIDTH = 72;

/** Wraps text at 72 characters. Words such as URLs are never split. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

const pairs = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([name, value]) => `${name}: ${value}`).join('\n');

const paperText = ({ seller, number, moment, lines, total }: Paper): string =>
  [[seller, number, moment].join('\n'), pairs([...lines, total])].join('\n\n');

const answerText = ([question, answer]: readonly [string, string]): string =>
  [wrapped(question), ...answer.split('\n').map(wrapped)].join('\n');

function textOf(block: MailBlock): string | null {
  switch (block.kind) {
    case 'text':
    case 'consent':
      return wrapped(block.text);
    case 'words':
      return [block.by, '', ...block.text.split('\n').map(wrapped)].join('\n');
    case 'figure':
    case 'amount':
      return `${block.caption}: ${money(block.amount, block.currency)}`;
    case 'paper':
      return paperText(block.paper);
    case 'facts':
      return pairs(block.rows);
    case 'answers':
      return [block.caption, ...block.rows.map(answerText)].join('\n\n');
    case 'key':
    case 'link':
      return `${block.label}:\n${block.href}`;
    case 'code':
      return `${block.caption}: ${block.code}`;
    case 'roll':
      return null;
  }
}

/** Renders the plain-text part. */
export function mailText(words: MailWords, foot: MailFoot): string {
  const pieces = words.blocks.map(textOf).filter((piece) => piece !== null);
  const links = foot.links.map(([label, href]) => `${label}: ${href}`);
  const below = [...foot.lines.map(wrapped), ...links].join('\n');
  return released(`${[wrapped(words.title), ...pieces, `-- \n${below}`].join('\n\n')}\n`);
}

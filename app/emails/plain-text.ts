import type { EmailBlock, EmailFooter, EmailContent, ReceiptContent } from './email-content.ts';
import { formatMoneyOnOneLine, toRegularSpaces } from './format.ts';

const LINE_WIDTH = 72;

/** Wraps text at 72 characters. Words such as URLs are never split. */
function wrapText(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1) ?? '';
    if (lastLine === '') lines[lines.length - 1] = word;
    else if (lastLine.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${lastLine} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

const formatPairs = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([name, value]) => `${name}: ${value}`).join('\n');

const formatReceipt = ({ seller, number, dateTime, lines, total }: ReceiptContent): string =>
  [[seller, number, dateTime].join('\n'), formatPairs([...lines, total])].join('\n\n');

const formatAnswer = ([question, answer]: readonly [string, string]): string =>
  [wrapText(question), ...answer.split('\n').map(wrapText)].join('\n');

function formatBlock(block: EmailBlock): string | null {
  switch (block.kind) {
    case 'text':
    case 'consent':
      return wrapText(block.text);
    case 'words':
      return [block.intro, '', ...block.text.split('\n').map(wrapText)].join('\n');
    case 'figure':
    case 'amount':
      return `${block.caption}: ${formatMoneyOnOneLine(block.amount, block.currency)}`;
    case 'paper':
      return formatReceipt(block.receipt);
    case 'facts':
      return formatPairs(block.rows);
    case 'answers':
      return [block.caption, ...block.rows.map(formatAnswer)].join('\n\n');
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
export function renderPlainText(content: EmailContent, footer: EmailFooter): string {
  const blockTexts = content.blocks.map(formatBlock).filter((blockText) => blockText !== null);
  const links = footer.links.map(([label, href]) => `${label}: ${href}`);
  const footerText = [...footer.lines.map(wrapText), ...links].join('\n');
  return toRegularSpaces(`${[wrapText(content.title), ...blockTexts, `-- \n${footerText}`].join('\n\n')}\n`);
}

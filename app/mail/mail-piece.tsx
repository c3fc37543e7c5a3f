import { Fragment } from 'react';

import { AnswersBlock } from './answers-piece.tsx';
import { BREAK_ANYWHERE, LAYOUT_TABLE_PROPS } from './cells.ts';
import { formatMoneyOnOneLine } from './mail-figures.ts';
import { usePalette } from './mail-style.ts';
import type { EmailBlock } from './mail-words.ts';
import { ReceiptBlock } from './paper-piece.tsx';
import { CodeBlock, ButtonBlock, LinkBlock } from './pressed-pieces.tsx';
import { PriceDisplayBlock } from './price-flags.tsx';
import { UsageBar } from './roll.tsx';

type BlockProps<K extends EmailBlock['kind']> = Extract<EmailBlock, { kind: K }>;

/** Values with a longer word may break anywhere; shorter numbers and units stay on one line. */
const LONG_WORD = /\S{16}/;

const DetailsBlock = ({ rows }: BlockProps<'facts'>) => {
  const { light } = usePalette();
  return (
    <table {...LAYOUT_TABLE_PROPS} style={{ margin: '0 0 20px' }}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td
              className="c-ink-2 l-line fact"
              width="35%"
              valign="top"
              style={{
                whiteSpace: 'nowrap',
                padding: '9px 12px 9px 0',
                color: light('ink-2'),
                borderTop: `1px solid ${light('line')}`,
              }}
            >
              {name}
            </td>
            <td
              className="c-ink l-line"
              align="right"
              valign="top"
              dir="auto"
              style={{
                padding: '9px 0',
                color: light('ink'),
                fontWeight: 600,
                ...(LONG_WORD.test(value) && BREAK_ANYWHERE),
                borderTop: `1px solid ${light('line')}`,
              }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const ConsentBlock = ({ text }: BlockProps<'consent'>) => {
  const { background: fill, light } = usePalette();
  return (
    <table {...LAYOUT_TABLE_PROPS} style={{ margin: '0 0 20px' }}>
      <tbody>
        <tr>
          <td
            {...fill('canary', 'c-on-canary')}
            style={{
              padding: '14px 16px',
              borderRadius: 4,
              background: light('canary'),
              color: light('on-canary'),
              fontSize: 14,
              lineHeight: 1.55,
            }}
          >
            {text}
          </td>
        </tr>
      </tbody>
    </table>
  );
};

/** Text by someone else, set apart from ours by a line. */
const QuoteBlock = ({ intro, text }: BlockProps<'words'>) => {
  const { background: fill, light } = usePalette();
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {intro}
      </p>
      <table {...LAYOUT_TABLE_PROPS} style={{ margin: '0 0 20px' }}>
        <tbody>
          <tr>
            <td {...fill('stripe')} width={4} style={{ width: 4, background: light('stripe') }} />
            <td
              className="c-ink"
              dir="auto"
              style={{ padding: '2px 0 2px 16px', color: light('ink'), ...BREAK_ANYWHERE }}
            >
              {text.split('\n').map((line, index) => (
                <Fragment key={index}>
                  {index > 0 && <br />}
                  {line}
                </Fragment>
              ))}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
};

const AmountBlock = ({ amount, currency, caption }: BlockProps<'amount'>) => {
  const { light } = usePalette();
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 2px', color: light('ink-2'), fontSize: 14 }}>
        {caption}
      </p>
      <p
        className="c-ink sum"
        style={{ margin: '0 0 20px', color: light('ink'), fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}
      >
        {formatMoneyOnOneLine(amount, currency)}
      </p>
    </>
  );
};

export const EmailBlockView = ({ block }: { block: EmailBlock }) => {
  switch (block.kind) {
    case 'text':
      return <p style={{ margin: '0 0 16px', overflowWrap: 'anywhere' }}>{block.text}</p>;
    case 'words':
      return <QuoteBlock {...block} />;
    case 'figure':
      return <PriceDisplayBlock {...block} />;
    case 'amount':
      return <AmountBlock {...block} />;
    case 'paper':
      return <ReceiptBlock receipt={block.receipt} />;
    case 'roll':
      return <UsageBar {...block} />;
    case 'facts':
      return <DetailsBlock {...block} />;
    case 'answers':
      return <AnswersBlock {...block} />;
    case 'consent':
      return <ConsentBlock {...block} />;
    case 'key':
      return <ButtonBlock {...block} />;
    case 'link':
      return <LinkBlock {...block} />;
    case 'code':
      return <CodeBlock {...block} />;
  }
};

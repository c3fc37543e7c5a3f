import { Fragment } from 'react';

import { formatMoney } from '#domain/money.ts';

import { CodeBlock, ButtonBlock, LinkBlock } from './action-blocks.tsx';
import type { EmailBlock } from './email-content.ts';
import { BREAK_ANYWHERE, LAYOUT_TABLE_PROPS, usePalette } from './email-palette.ts';
import { formatMoneyOnOneLine } from './format.ts';
import { ReceiptBlock } from './receipt-block.tsx';

const PLATE_COLOR = '#fafbf7';
const PLATE_TEXT_COLOR = '#101915';
const FONT = "'Archivo Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif";

/** A price with more characters uses a smaller size on phones. */
const MAX_FULL_SIZE_CHARACTERS = 9;

type PriceCharacter = { text: string; kind: 'symbol' | 'digit' | 'mark' };

/** Splits a price into its currency symbol and its single characters. */
function splitPrice(amount: number, currency: string): PriceCharacter[] {
  const [, symbol = '', digits = ''] = /^(\D*)(.*) [A-Z]{3}$/.exec(formatMoney(amount, currency)) ?? [];
  const characters = Array.from(digits, (text): PriceCharacter => ({
    text,
    kind: /\d/.test(text) ? 'digit' : 'mark',
  }));
  return symbol ? [{ text: symbol, kind: 'symbol' }, ...characters] : characters;
}

type PriceDisplayProps = { amount: number; currency: string; caption: string };

/** A price in the style of a cash register display. Screen readers read it as one amount. */
const PriceDisplayBlock = ({ amount, currency, caption }: PriceDisplayProps) => {
  const { background: fill, light } = usePalette();
  const characters = splitPrice(amount, currency);
  const getCharacterStyle = ({ kind }: PriceCharacter) => ({
    padding: kind === 'mark' ? '4px 0 5px' : '4px 7px 5px',
    borderRadius: '4px 4px 0 0',
    background: { symbol: light('brass'), digit: PLATE_COLOR, mark: 'transparent' }[kind],
    color: kind === 'mark' ? light('on-enamel') : PLATE_TEXT_COLOR,
    font: `700 34px/1 ${FONT}`,
  });
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {caption}, in {currency}
      </p>
      <table
        role="img"
        aria-label={formatMoneyOnOneLine(amount, currency)}
        cellPadding={0}
        cellSpacing={3}
        border={0}
        {...fill('enamel-deep')}
        style={{
          margin: '0 0 20px',
          padding: '7px 5px 0',
          borderSpacing: '3px 0',
          borderRadius: '8px 8px 3px 3px',
          background: light('enamel-deep'),
        }}
      >
        <tbody>
          <tr>
            {characters.map((character, index) => (
              <td
                key={index}
                className={`flag${character.kind === 'mark' ? '' : ' plate'}${characters.length > MAX_FULL_SIZE_CHARACTERS ? ' many' : ''}`}
                align="center"
                style={getCharacterStyle(character)}
              >
                {character.text}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
};

/** Usage bar of the sales limit: the last fifth is pink, and all of it when the limit is reached. */
const UsageBar = ({ percentage }: { percentage: number }) => {
  const { background: fill, light } = usePalette();
  const usedPercentage = Math.min(100, Math.max(0, percentage));
  const normalPercentage = usedPercentage < 100 ? Math.min(80, usedPercentage) : 0;
  const cells = [
    { color: 'key', width: normalPercentage },
    { color: 'stripe', width: usedPercentage - normalPercentage },
    { color: 'counter-2', width: 100 - usedPercentage },
  ] as const;
  return (
    <table
      {...LAYOUT_TABLE_PROPS}
      aria-hidden="true"
      style={{ margin: '0 0 20px', borderRadius: 5, overflow: 'hidden' }}
    >
      <tbody>
        <tr>
          {cells
            .filter(({ width }) => width > 0)
            .map(({ color, width }) => (
              <td
                key={color}
                {...fill(color)}
                width={`${width}%`}
                height={10}
                style={{ height: 10, background: light(color), fontSize: 0, lineHeight: 0 }}
              >
                &nbsp;
              </td>
            ))}
        </tr>
      </tbody>
    </table>
  );
};

type Props = Extract<EmailBlock, { kind: 'answers' }>;

/** Each answer is below its question, because both may be long and answers may have several lines. */
const AnswersBlock = ({ caption, rows }: Props) => {
  const { light } = usePalette();
  const borderStyle = `1px solid ${light('line')}`;
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {caption}
      </p>
      <table {...LAYOUT_TABLE_PROPS} style={{ margin: '0 0 20px' }}>
        <tbody>
          {rows.map(([question, answer], index) => (
            <tr key={index}>
              <td className="l-line" dir="auto" style={{ padding: '9px 0', borderTop: borderStyle, ...BREAK_ANYWHERE }}>
                <span className="c-ink-2" style={{ color: light('ink-2'), fontSize: 14 }}>
                  {question}
                </span>
                <br />
                <span className="c-ink" dir="auto" style={{ color: light('ink'), fontWeight: 600 }}>
                  {answer.split('\n').map((answerLine, lineIndex) => (
                    <Fragment key={lineIndex}>
                      {lineIndex > 0 && <br />}
                      {answerLine}
                    </Fragment>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

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

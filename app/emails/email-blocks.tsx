import { Button as EmailButton, Column, Link, Row, Section, Text } from '@react-email/components';
import { Fragment, type CSSProperties, type ReactNode } from 'react';

import type { FieldAnswer } from '#domain/custom-field.ts';
import { formatMoney } from '#domain/money.ts';

import { defineBlock, joinText, wrapText } from './email-content.tsx';
import { BREAK_ANYWHERE, usePalette } from './email-palette.ts';
import { formatMoneyOnOneLine } from './format.ts';
import { sanitizeAnswers } from './sanitize.ts';

const NARROW_FONT = "'Archivo Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif";
const TEXT_STYLE: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.6, overflowWrap: 'anywhere' };
const BLOCK_MARGIN = '0 0 20px';

/** Name and value, such as `['Order', 'No. 12']`. */
export type Detail = readonly [name: string, value: string];

export const formatDetails = (rows: readonly Detail[]): string =>
  rows.map(([name, value]) => `${name}: ${value}`).join('\n');

const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

const Caption = ({ children }: { children: ReactNode }) => {
  const { light } = usePalette();
  return (
    <Text className="c-ink-2" style={{ ...TEXT_STYLE, margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
      {children}
    </Text>
  );
};

export const Paragraph = defineBlock(
  ({ children }: { children: ReactNode }) => <Text style={TEXT_STYLE}>{joinText(children)}</Text>,
  ({ children }) => wrapText(joinText(children)),
);

type LinkProps = { href: string; children: string };
const linkToText = ({ href, children }: LinkProps): string => `${children}:\n${href}`;

/** The main action. */
export const ActionButton = defineBlock(({ href, children }: LinkProps) => {
  const { background, light, hasButtonOutline } = usePalette();
  const { className } = background('key', 'c-on-key l-key-lip');
  return (
    <Section style={{ margin: '4px 0 20px' }}>
      <EmailButton
        className={className}
        href={href}
        style={{
          padding: '12px 22px 10px',
          borderRadius: 8,
          background: light('key'),
          color: light('on-key'),
          ...(hasButtonOutline && { border: `1px solid ${light('key-lip')}` }),
          borderBottom: `3px solid ${light('key-lip')}`,
          fontWeight: 650,
          lineHeight: '22px',
        }}
      >
        {children}
      </EmailButton>
    </Section>
  );
}, linkToText);

/** A secondary action. */
export const TextLink = defineBlock(({ href, children }: LinkProps) => {
  const { light } = usePalette();
  return (
    <Text style={{ ...TEXT_STYLE, margin: BLOCK_MARGIN }}>
      <Link className="c-ink-2" href={href} style={{ color: light('ink-2'), textDecoration: 'underline' }}>
        {children}
      </Link>
    </Text>
  );
}, linkToText);

/** A six-digit code as one word, so that every email program copies it completely. Throws RangeError for another text. */
export const Code = defineBlock(
  ({ code }: { code: string }) => {
    if (!/^\d{6}$/.test(code)) throw new RangeError('The code of an email is none');
    const { background, light } = usePalette();
    return (
      <>
        <Caption>Your code</Caption>
        <Row align={undefined} width={undefined} style={{ margin: BLOCK_MARGIN }}>
          <Column
            {...background('enamel-deep')}
            style={{
              padding: '12px 12px 12px 20px',
              borderRadius: 8,
              background: light('enamel-deep'),
              color: light('on-enamel'),
              font: `700 32px/1.1 ${NARROW_FONT}`,
              letterSpacing: '0.25em',
              whiteSpace: 'nowrap',
            }}
          >
            {code}
          </Column>
        </Row>
      </>
    );
  },
  ({ code }) => `Your code: ${code}`,
);

type MoneyProps = { amount: number; currency: string; caption: string };
const moneyToText = ({ amount, currency, caption }: MoneyProps): string =>
  `${caption}: ${formatMoneyOnOneLine(amount, currency)}`;

const PLATE_COLOR = '#fafbf7';
const PLATE_TEXT_COLOR = '#101915';
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

/** The main amount in the style of a cash register display. Minor units. Screen readers read it as one amount. */
export const PriceDisplay = defineBlock(({ amount, currency, caption }: MoneyProps) => {
  const { background, light } = usePalette();
  const characters = splitPrice(amount, currency);
  const backgrounds = { symbol: light('brass'), digit: PLATE_COLOR, mark: 'transparent' };
  return (
    <>
      <Caption>
        {caption}, in {currency}
      </Caption>
      <table
        role="img"
        aria-label={formatMoneyOnOneLine(amount, currency)}
        cellPadding={0}
        cellSpacing={3}
        border={0}
        {...background('enamel-deep')}
        style={{
          margin: BLOCK_MARGIN,
          padding: '7px 5px 0',
          borderSpacing: '3px 0',
          borderRadius: '8px 8px 3px 3px',
          background: light('enamel-deep'),
        }}
      >
        <tbody>
          <tr>
            {characters.map(({ text, kind }, index) => (
              <td
                key={index}
                className={`flag${kind === 'mark' ? '' : ' plate'}${characters.length > MAX_FULL_SIZE_CHARACTERS ? ' many' : ''}`}
                align="center"
                style={{
                  padding: kind === 'mark' ? '4px 0 5px' : '4px 7px 5px',
                  borderRadius: '4px 4px 0 0',
                  background: backgrounds[kind],
                  color: kind === 'mark' ? light('on-enamel') : PLATE_TEXT_COLOR,
                  font: `700 34px/1 ${NARROW_FONT}`,
                }}
              >
                {text}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}, moneyToText);

/** The main amount in a seller's neutral theme. */
export const Amount = defineBlock(({ amount, currency, caption }: MoneyProps) => {
  const { light } = usePalette();
  return (
    <>
      <Caption>{caption}</Caption>
      <Text
        className="c-ink sum"
        style={{ margin: BLOCK_MARGIN, color: light('ink'), fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}
      >
        {formatMoneyOnOneLine(amount, currency)}
      </Text>
    </>
  );
}, moneyToText);

/** Usage of the sales limit: the last fifth is pink, and all of it when the limit is reached. Texts state the percentage. */
export const UsageBar = defineBlock(
  ({ percentage }: { percentage: number }) => {
    const { background, light } = usePalette();
    const used = Math.min(100, Math.max(0, percentage));
    const normal = used < 100 ? Math.min(80, used) : 0;
    const cells = [
      { color: 'key', width: normal },
      { color: 'stripe', width: used - normal },
      { color: 'counter-2', width: 100 - used },
    ] as const;
    return (
      <Row aria-hidden="true" style={{ margin: BLOCK_MARGIN, borderRadius: 5, overflow: 'hidden' }}>
        {cells
          .filter(({ width }) => width > 0)
          .map(({ color, width }) => (
            <Column
              key={color}
              {...background(color)}
              width={`${width}%`}
              height={10}
              style={{ height: 10, background: light(color), fontSize: 0, lineHeight: 0 }}
            >
              &nbsp;
            </Column>
          ))}
      </Row>
    );
  },
  () => null,
);

/** Values with a longer word may break anywhere; shorter numbers and units stay on one line. */
const LONG_WORD = /\S{16}/;

export const Details = defineBlock(
  ({ rows }: { rows: readonly Detail[] }) => {
    const { light } = usePalette();
    const border = { borderTop: `1px solid ${light('line')}`, verticalAlign: 'top' };
    return (
      <Section style={{ margin: BLOCK_MARGIN }}>
        {rows.map(([name, value]) => (
          <Row key={name}>
            <Column
              className="c-ink-2 l-line fact"
              width="35%"
              style={{ ...border, whiteSpace: 'nowrap', padding: '9px 12px 9px 0', color: light('ink-2') }}
            >
              {name}
            </Column>
            <Column
              className="c-ink l-line"
              align="right"
              dir="auto"
              style={{
                ...border,
                padding: '9px 0',
                color: light('ink'),
                fontWeight: 600,
                ...(LONG_WORD.test(value) && BREAK_ANYWHERE),
              }}
            >
              {value}
            </Column>
          </Row>
        ))}
      </Section>
    );
  },
  ({ rows }) => formatDetails(rows),
);

/** Terms that the recipient agreed to. */
export const Consent = defineBlock(
  ({ children }: { children: string }) => {
    const { background, light } = usePalette();
    return (
      <Row style={{ margin: BLOCK_MARGIN }}>
        <Column
          {...background('canary', 'c-on-canary')}
          style={{
            padding: '14px 16px',
            borderRadius: 4,
            background: light('canary'),
            color: light('on-canary'),
            fontSize: 14,
            lineHeight: 1.55,
          }}
        >
          {children}
        </Column>
      </Row>
    );
  },
  ({ children }) => wrapText(children),
);

type QuoteProps = { intro: string; text: string };

/** Multi-line text by someone else, such as the seller or a reporter, set apart from ours by a line. */
export const Quote = defineBlock(
  ({ intro, text }: QuoteProps) => {
    const { background, light } = usePalette();
    return (
      <>
        <Caption>{intro}</Caption>
        <Row style={{ margin: BLOCK_MARGIN }}>
          <Column {...background('stripe')} width={4} style={{ width: 4, background: light('stripe') }} />
          <Column
            className="c-ink"
            dir="auto"
            style={{ padding: '2px 0 2px 16px', color: light('ink'), ...BREAK_ANYWHERE }}
          >
            <Lines text={text} />
          </Column>
        </Row>
      </>
    );
  },
  ({ intro, text }) => [intro, '', ...text.split('\n').map(wrapText)].join('\n'),
);

type AnswersProps = { caption: string; answers: readonly FieldAnswer[] | undefined };

/** A buyer's answers, each below its question, because both may be long. Nothing without answers. */
export const Answers = defineBlock(
  ({ caption, answers = [] }: AnswersProps) => {
    const { light } = usePalette();
    if (answers.length === 0) return null;
    return (
      <>
        <Caption>{caption}</Caption>
        <Section style={{ margin: BLOCK_MARGIN }}>
          {sanitizeAnswers(answers).map(([question, answer], index) => (
            <Row key={index}>
              <Column
                className="l-line"
                dir="auto"
                style={{ padding: '9px 0', borderTop: `1px solid ${light('line')}`, ...BREAK_ANYWHERE }}
              >
                <span className="c-ink-2" style={{ color: light('ink-2'), fontSize: 14 }}>
                  {question}
                </span>
                <br />
                <span className="c-ink" dir="auto" style={{ color: light('ink'), fontWeight: 600 }}>
                  <Lines text={answer} />
                </span>
              </Column>
            </Row>
          ))}
        </Section>
      </>
    );
  },
  ({ caption, answers = [] }) => {
    if (answers.length === 0) return null;
    const texts = sanitizeAnswers(answers).map(([question, answer]) =>
      [wrapText(question), ...answer.split('\n').map(wrapText)].join('\n'),
    );
    return [caption, ...texts].join('\n\n');
  },
);

import { Button as EmailButton } from '@react-email/button';
import { Column } from '@react-email/column';
import { Link } from '@react-email/link';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { Fragment, type CSSProperties, type ReactNode } from 'react';

import { sharedEmailMessages } from '#content/messages/emails-shared.ts';
import type { FieldAnswer } from '#domain/custom-field.ts';
import { formatMoney } from '#domain/money.ts';

import { wrapText, type EmailBlock, type EmailContent } from './email-content.ts';
import { BREAK_ANYWHERE, type EmailPalette } from './email-palette.ts';
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

const Caption = ({ palette: { light }, children }: { palette: EmailPalette; children: ReactNode }) => (
  <Text className="c-ink-2" style={{ ...TEXT_STYLE, margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
    {children}
  </Text>
);

const paragraph = (text: string): EmailBlock => ({
  text: wrapText(text),
  render: () => <Text style={TEXT_STYLE}>{text}</Text>,
});

/** The blocks of a body. A text is a paragraph. */
export const listBlocks = (body: EmailContent['body']): EmailBlock[] =>
  body.flatMap((entry) => {
    if (!entry) return [];
    return typeof entry === 'string' ? paragraph(entry) : entry;
  });

export const actionButton = (label: string, href: string): EmailBlock => ({
  text: `${label}:\n${href}`,
  render: ({ background, light, hasButtonOutline }) => (
    <Section style={{ margin: '4px 0 20px' }}>
      <EmailButton
        className={background('key', 'c-on-key l-key-lip').className}
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
        {label}
      </EmailButton>
    </Section>
  ),
});

/** A secondary action. */
export const textLink = (label: string, href: string): EmailBlock => ({
  text: `${label}:\n${href}`,
  render: ({ light }) => (
    <Text style={{ ...TEXT_STYLE, margin: BLOCK_MARGIN }}>
      <Link className="c-ink-2" href={href} style={{ color: light('ink-2'), textDecoration: 'underline' }}>
        {label}
      </Link>
    </Text>
  ),
});

/** A six-digit code as one word, so that every email program copies it completely. Throws RangeError for another text. */
export function oneTimeCode(code: string): EmailBlock {
  if (!/^\d{6}$/.test(code)) throw new RangeError('The code of an email is none');
  return {
    text: sharedEmailMessages.codeText({ code }),
    render: (palette) => (
      <>
        <Caption palette={palette}>{sharedEmailMessages.yourCode}</Caption>
        <Row align={undefined} width={undefined} style={{ margin: BLOCK_MARGIN }}>
          <Column
            {...palette.background('enamel-deep')}
            style={{
              padding: '12px 12px 12px 20px',
              borderRadius: 8,
              background: palette.light('enamel-deep'),
              color: palette.light('on-enamel'),
              font: `700 32px/1.1 ${NARROW_FONT}`,
              letterSpacing: '0.25em',
              whiteSpace: 'nowrap',
            }}
          >
            {code}
          </Column>
        </Row>
      </>
    ),
  };
}

/** `amount` is in minor units. */
export type Money = { amount: number; currency: string };
const moneyToText = ({ amount, currency }: Money, caption: string): string =>
  `${caption}: ${formatMoneyOnOneLine(amount, currency)}`;

export const MONO_FONT = "'Martian Mono',SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Texts to copy, such as license keys, each on a line of its own. */
export const copyableLines = (caption: string, lines: readonly string[]): EmailBlock => ({
  text: [caption, ...lines].join('\n'),
  render: (palette) => (
    <>
      <Caption palette={palette}>{caption}</Caption>
      <Row {...palette.background('counter')} style={{ margin: BLOCK_MARGIN, background: palette.light('counter') }}>
        <Column
          className="c-ink"
          dir="ltr"
          style={{
            padding: '12px 16px',
            color: palette.light('ink'),
            fontFamily: MONO_FONT,
            fontSize: 14,
            lineHeight: 1.8,
            ...BREAK_ANYWHERE,
          }}
        >
          <Lines text={lines.join('\n')} />
        </Column>
      </Row>
    </>
  ),
});

const PLATE_COLOR = '#fafbf7';
const PLATE_TEXT_COLOR = '#101915';
/** A price with more characters uses a smaller size on phones. */
const MAX_FULL_SIZE_CHARACTERS = 9;

type PriceCharacter = { text: string; kind: 'symbol' | 'digit' | 'mark' };

function splitPrice({ amount, currency }: Money): PriceCharacter[] {
  const [, symbol = '', digits = ''] = /^(\D*)(.*) [A-Z]{3}$/.exec(formatMoney(amount, currency)) ?? [];
  const characters = Array.from(digits, (text): PriceCharacter => ({
    text,
    kind: /\d/.test(text) ? 'digit' : 'mark',
  }));
  return symbol ? [{ text: symbol, kind: 'symbol' }, ...characters] : characters;
}

const PriceCells = ({ money, light }: { money: Money; light: EmailPalette['light'] }) => {
  const characters = splitPrice(money);
  const backgrounds = { symbol: light('brass'), digit: PLATE_COLOR, mark: 'transparent' };
  return characters.map(({ text, kind }, index) => (
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
  ));
};

/** The main amount in the style of a cash register display. Screen readers read it as one amount. */
export const priceDisplay = (caption: string, money: Money): EmailBlock => ({
  text: moneyToText(money, caption),
  render: (palette) => (
    <>
      <Caption palette={palette}>{sharedEmailMessages.priceCaption({ caption, currency: money.currency })}</Caption>
      <table
        role="img"
        aria-label={formatMoneyOnOneLine(money.amount, money.currency)}
        cellPadding={0}
        cellSpacing={3}
        border={0}
        {...palette.background('enamel-deep')}
        style={{
          margin: BLOCK_MARGIN,
          padding: '7px 5px 0',
          borderSpacing: '3px 0',
          borderRadius: '8px 8px 3px 3px',
          background: palette.light('enamel-deep'),
        }}
      >
        <tbody>
          <tr>
            <PriceCells money={money} light={palette.light} />
          </tr>
        </tbody>
      </table>
    </>
  ),
});

/** The main amount in a seller's neutral theme. */
export const amountDisplay = (caption: string, money: Money): EmailBlock => ({
  text: moneyToText(money, caption),
  render: (palette) => (
    <>
      <Caption palette={palette}>{caption}</Caption>
      <Text
        className="c-ink sum"
        style={{ margin: BLOCK_MARGIN, color: palette.light('ink'), fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}
      >
        {formatMoneyOnOneLine(money.amount, money.currency)}
      </Text>
    </>
  ),
});

/** Usage of the sales limit: the last fifth is pink, and all of it when the limit is reached. Texts state the percentage. */
export function usageBar(percentage: number): EmailBlock {
  const used = Math.min(100, Math.max(0, percentage));
  const normal = used < 100 ? Math.min(80, used) : 0;
  const cells = [
    { color: 'key', width: normal },
    { color: 'stripe', width: used - normal },
    { color: 'counter-2', width: 100 - used },
  ] as const;
  return {
    text: null,
    render: ({ background, light }) => (
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
    ),
  };
}

/** Values with a longer word may break anywhere; shorter numbers and units stay on one line. */
const LONG_WORD = /\S{16}/;

export const details = (...rows: readonly Detail[]): EmailBlock => ({
  text: formatDetails(rows),
  render({ light }) {
    const border = { borderTop: `1px solid ${light('line')}`, verticalAlign: 'top' };
    return (
      <Section style={{ margin: BLOCK_MARGIN }}>
        {rows.map(([name, value], index) => (
          <Row key={index}>
            <Column
              className="c-ink-2 l-line fact"
              width="35%"
              style={{ ...border, whiteSpace: 'nowrap', padding: '9px 12px 9px 0', color: light('ink-2') }}
            >
              {name}
            </Column>
            <Column
              className="c-ink l-line value"
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
              <Lines text={value} />
            </Column>
          </Row>
        ))}
      </Section>
    );
  },
});

/** Terms that the recipient agreed to. */
export const consent = (text: string): EmailBlock => ({
  text: wrapText(text),
  render: ({ background, light }) => (
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
        {text}
      </Column>
    </Row>
  ),
});

/** Multi-line text by someone else, such as the seller or a reporter, set apart from ours by a line. */
export const quote = (intro: string, text: string): EmailBlock => ({
  text: [intro, '', ...text.split('\n').map(wrapText)].join('\n'),
  render: (palette) => (
    <>
      <Caption palette={palette}>{intro}</Caption>
      <Row style={{ margin: BLOCK_MARGIN }}>
        <Column {...palette.background('stripe')} width={4} style={{ width: 4, background: palette.light('stripe') }} />
        <Column
          className="c-ink"
          dir="auto"
          style={{ padding: '2px 0 2px 16px', color: palette.light('ink'), ...BREAK_ANYWHERE }}
        >
          <Lines text={text} />
        </Column>
      </Row>
    </>
  ),
});

/** A buyer's answers, each below its question, because both may be long. Null without answers. */
export function answerList(caption: string, answers: readonly FieldAnswer[] = []): EmailBlock | null {
  if (answers.length === 0) return null;
  const sanitizedAnswers = sanitizeAnswers(answers);
  const texts = sanitizedAnswers.map(([question, answer]) =>
    [wrapText(question), ...answer.split('\n').map(wrapText)].join('\n'),
  );
  return {
    text: [caption, ...texts].join('\n\n'),
    render: (palette) => (
      <>
        <Caption palette={palette}>{caption}</Caption>
        <Section style={{ margin: BLOCK_MARGIN }}>
          {sanitizedAnswers.map(([question, answer], index) => (
            <Row key={index}>
              <Column
                className="l-line"
                dir="auto"
                style={{ padding: '9px 0', borderTop: `1px solid ${palette.light('line')}`, ...BREAK_ANYWHERE }}
              >
                <span className="c-ink-2" style={{ color: palette.light('ink-2'), fontSize: 14 }}>
                  {question}
                </span>
                <br />
                <span className="c-ink" dir="auto" style={{ color: palette.light('ink'), fontWeight: 600 }}>
                  <Lines text={answer} />
                </span>
              </Column>
            </Row>
          ))}
        </Section>
      </>
    ),
  };
}

import { Fragment } from 'react';

import { AnswersPiece } from './answers-piece.tsx';
import { ANYWHERE, WHOLE } from './cells.ts';
import { money } from './mail-figures.ts';
import { usePaint } from './mail-style.ts';
import type { MailBlock } from './mail-words.ts';
import { PaperPiece } from './paper-piece.tsx';
import { Code, Key, Link } from './pressed-pieces.tsx';
import { PriceFlags } from './price-flags.tsx';
import { Roll } from './roll.tsx';

type Piece<K extends MailBlock['kind']> = Extract<MailBlock, { kind: K }>;

/** Values with a longer word may break anywhere; shorter numbers and units stay on one line. */
const LONG_WORD = /\S{16}/;

const Facts = ({ rows }: Piece<'facts'>) => {
  const { light } = usePaint();
  return (
    <table {...WHOLE} style={{ margin: '0 0 20px' }}>
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
                ...(LONG_WORD.test(value) && ANYWHERE),
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

const Consent = ({ text }: Piece<'consent'>) => {
  const { fill, light } = usePaint();
  return (
    <table {...WHOLE} style={{ margin: '0 0 20px' }}>
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
const Words = ({ by, text }: Piece<'words'>) => {
  const { fill, light } = usePaint();
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {by}
      </p>
      <table {...WHOLE} style={{ margin: '0 0 20px' }}>
        <tbody>
          <tr>
            <td {...fill('stripe')} width={4} style={{ width: 4, background: light('stripe') }} />
            <td
              className="c-ink"
              dir="auto"
              style={{ padding: '2px 0 2px 16px', color: light('ink'), ...ANYWHERE }}
            >
              {text.split('\n').map((line, at) => (
                <Fragment key={at}>
                  {at > 0 && <br />}
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

const Amount = ({ amount, currency, caption }: Piece<'amount'>) => {
  const { light } = usePaint();
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 2px', color: light('ink-2'), fontSize: 14 }}>
        {caption}
      </p>
      <p
        className="c-ink sum"
        style={{ margin: '0 0 20px', color: light('ink'), fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}
      >
        {money(amount, currency)}
      </p>
    </>
  );
};

export const MailPiece = ({ block }: { block: MailBlock }) => {
  switch (block.kind) {
    case 'text':
      return <p style={{ margin: '0 0 16px', overflowWrap: 'anywhere' }}>{block.text}</p>;
    case 'words':
      return <Words {...block} />;
    case 'figure':
      return <PriceFlags {...block} />;
    case 'amount':
      return <Amount {...block} />;
    case 'paper':
      return <PaperPiece paper={block.paper} />;
    case 'roll':
      return <Roll {...block} />;
    case 'facts':
      return <Facts {...block} />;
    case 'answers':
      return <AnswersPiece {...block} />;
    case 'consent':
      return <Consent {...block} />;
    case 'key':
      return <Key {...block} />;
    case 'link':
      return <Link {...block} />;
    case 'code':
      return <Code {...block} />;
  }
};

import { fill, light } from './mail-style.ts';
import type { MailBlock } from './mail-words.ts';
import { PriceFlags } from './price-flags.tsx';

type Piece<K extends MailBlock['kind']> = Extract<MailBlock, { kind: K }>;

const CODE_FONT = "'Archivo Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif";
const WHOLE = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

/** The paper roll: what is used of the limit, pink in its last fifth and pink as a whole when it is full. */
const Roll = ({ percentage }: Piece<'roll'>) => {
  const used = Math.min(100, Math.max(0, percentage));
  const plain = used < 100 ? Math.min(80, used) : 0;
  const cells = [
    { colour: 'key', width: plain },
    { colour: 'stripe', width: used - plain },
    { colour: 'counter-2', width: 100 - used },
  ] as const;
  return (
    <table {...WHOLE} aria-hidden="true" style={{ margin: '0 0 20px', borderRadius: 5, overflow: 'hidden' }}>
      <tbody>
        <tr>
          {cells
            .filter(({ width }) => width > 0)
            .map(({ colour, width }) => (
              <td
                key={colour}
                {...fill(colour)}
                width={`${width}%`}
                height={10}
                style={{ height: 10, background: light(colour), fontSize: 0, lineHeight: 0 }}
              >
                &nbsp;
              </td>
            ))}
        </tr>
      </tbody>
    </table>
  );
};

const Facts = ({ rows }: Piece<'facts'>) => (
  <table {...WHOLE} style={{ margin: '0 0 20px' }}>
    <tbody>
      {rows.map(([name, value]) => (
        <tr key={name}>
          <td
            className="c-ink-2 l-line"
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
            style={{
              padding: '9px 0',
              color: light('ink'),
              fontWeight: 600,
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

const Consent = ({ text }: Piece<'consent'>) => (
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

/** Outlook for Windows pads cells but no links. */
const OUTLOOK_PADDING = { msoPaddingAlt: '12px 22px' };

const Key = ({ label, href }: Piece<'key'>) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '4px 0 20px' }}>
    <tbody>
      <tr>
        <td
          {...fill('key', 'l-key-lip')}
          style={{
            borderRadius: 8,
            background: light('key'),
            borderBottom: `3px solid ${light('key-lip')}`,
            ...OUTLOOK_PADDING,
          }}
        >
          <a
            className="c-on-key"
            href={href}
            target="_blank"
            rel="noreferrer"
            style={{
              display: 'inline-block',
              padding: '12px 22px 10px',
              color: light('on-key'),
              fontWeight: 650,
              lineHeight: '22px',
              textDecoration: 'none',
            }}
          >
            {label}
          </a>
        </td>
      </tr>
    </tbody>
  </table>
);

const Link = ({ label, href }: Piece<'link'>) => (
  <p style={{ margin: '0 0 20px' }}>
    <a
      className="c-ink-2"
      href={href}
      target="_blank"
      rel="noreferrer"
      style={{ color: light('ink-2'), textDecoration: 'underline' }}
    >
      {label}
    </a>
  </p>
);

/** In the till's window, as one word: each program copies it whole. */
const Code = ({ caption, code }: Piece<'code'>) => (
  <>
    <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
      {caption}
    </p>
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      {...fill('enamel-deep')}
      style={{ margin: '0 0 20px', borderRadius: 8, background: light('enamel-deep') }}
    >
      <tbody>
        <tr>
          <td
            style={{
              padding: '12px 12px 12px 20px',
              color: light('on-enamel'),
              font: `700 32px/1.1 ${CODE_FONT}`,
              letterSpacing: '0.25em',
              whiteSpace: 'nowrap',
            }}
          >
            {code}
          </td>
        </tr>
      </tbody>
    </table>
  </>
);

export const MailPiece = ({ block }: { block: MailBlock }) => {
  switch (block.kind) {
    case 'text':
      return <p style={{ margin: '0 0 16px', overflowWrap: 'anywhere' }}>{block.text}</p>;
    case 'figure':
      return <PriceFlags cents={block.cents} caption={block.caption} />;
    case 'roll':
      return <Roll {...block} />;
    case 'facts':
      return <Facts {...block} />;
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

import type { EmailBlock } from './email-content.ts';
import { usePalette } from './email-palette.ts';

type BlockProps<K extends EmailBlock['kind']> = Extract<EmailBlock, { kind: K }>;

const CODE_FONT = "'Archivo Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif";

/** Outlook for Windows supports padding on cells but not on links. */
const OUTLOOK_PADDING = { msoPaddingAlt: '12px 22px' };

export const ButtonBlock = ({ label, href }: BlockProps<'key'>) => {
  const { background: fill, light, hasButtonOutline } = usePalette();
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '4px 0 20px' }}>
      <tbody>
        <tr>
          <td
            {...fill('key', 'l-key-lip')}
            style={{
              borderRadius: 8,
              background: light('key'),
              ...(hasButtonOutline && { border: `1px solid ${light('key-lip')}` }),
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
};

export const LinkBlock = ({ label, href }: BlockProps<'link'>) => {
  const { light } = usePalette();
  return (
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
};

/** A code as one word, so that every email program copies it completely. */
export const CodeBlock = ({ caption, code }: BlockProps<'code'>) => {
  const { background: fill, light } = usePalette();
  return (
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
};

import type { ReceiptContent } from './email-content.ts';
import { BREAK_ANYWHERE, LAYOUT_TABLE_PROPS, usePalette } from './email-palette.ts';

const MONO = "'Martian Mono',SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

type ReceiptLineProps = {
  name: string;
  amount: string;
  /** True for the first line of a group, which has a dotted line above. */
  isFirst: boolean;
  isTotal?: boolean;
};

const ReceiptLine = ({ name, amount, isFirst, isTotal = false }: ReceiptLineProps) => {
  const { light } = usePalette();
  const sizeClass = isTotal ? 'total' : 'line';
  const borderStyle = isFirst ? { borderTop: `2px dotted ${light('line')}` } : {};
  const textStyle = {
    color: light('ink'),
    fontWeight: isTotal ? 700 : 400,
    fontSize: isTotal ? 17 : 14,
    lineHeight: 1.5,
  };
  const paddingTop = isFirst ? '12px' : '2px';
  const paddingBottom = isTotal ? '4px' : '2px';
  return (
    <tr>
      <td
        className={`c-ink l-line ${sizeClass}`}
        width="60%"
        dir="auto"
        valign="top"
        style={{
          ...textStyle,
          ...borderStyle,
          ...BREAK_ANYWHERE,
          padding: `${paddingTop} 12px ${paddingBottom} 0`,
        }}
      >
        {name}
      </td>
      <td
        className={`c-ink l-line ${sizeClass}`}
        align="right"
        valign="top"
        style={{
          ...textStyle,
          ...borderStyle,
          whiteSpace: 'nowrap',
          padding: `${paddingTop} 0 ${paddingBottom}`,
        }}
      >
        {amount}
      </td>
    </tr>
  );
};

const GapRow = () => (
  <tr>
    <td colSpan={2} height={10} style={{ height: 10, fontSize: 0, lineHeight: 0 }}>
      &nbsp;
    </td>
  </tr>
);

/** The receipt in a monospaced font. */
export const ReceiptBlock = ({ receipt }: { receipt: ReceiptContent }) => {
  const { background: fill, light } = usePalette();
  const [name, amount] = receipt.total;
  const smallStyle = { color: light('ink-2'), fontSize: 13, lineHeight: 1.5 };
  return (
    <table {...LAYOUT_TABLE_PROPS} {...fill('counter')} style={{ margin: '4px 0 24px', background: light('counter') }}>
      <tbody>
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a layout cell */}
          <td className="paper" style={{ padding: '18px 20px', fontFamily: MONO }}>
            <table {...LAYOUT_TABLE_PROPS} style={{ fontFamily: MONO }}>
              <tbody>
                <tr>
                  <td
                    className="c-ink"
                    dir="auto"
                    valign="top"
                    style={{
                      ...BREAK_ANYWHERE,
                      color: light('ink'),
                      fontSize: 14,
                      fontWeight: 700,
                      padding: '0 12px 2px 0',
                    }}
                  >
                    {receipt.seller}
                  </td>
                  <td
                    className="c-ink"
                    align="right"
                    valign="top"
                    style={{ color: light('ink'), fontSize: 14, whiteSpace: 'nowrap' }}
                  >
                    {receipt.number}
                  </td>
                </tr>
                <tr>
                  <td className="c-ink-2" colSpan={2} style={smallStyle}>
                    {receipt.dateTime}
                  </td>
                </tr>
                <GapRow />
                {receipt.lines.map(([lineName, lineAmount], index) => (
                  <ReceiptLine key={index} name={lineName} amount={lineAmount} isFirst={index === 0} />
                ))}
                <GapRow />
                <ReceiptLine name={name} amount={amount} isFirst isTotal />
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
};

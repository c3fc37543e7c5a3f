import { ANYWHERE, WHOLE } from './cells.ts';
import { usePaint } from './mail-style.ts';
import type { Paper } from './mail-words.ts';

const MONO = "'Martian Mono',SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

type LineProps = {
  name: string;
  amount: string;
  /** True for the first line of a group, which has a dotted line above. */
  first: boolean;
  total?: boolean;
};

const Line = ({ name, amount, first, total = false }: LineProps) => {
  const { light } = usePaint();
  const size = total ? 'total' : 'line';
  const edge = first ? { borderTop: `2px dotted ${light('line')}` } : {};
  const letters = {
    color: light('ink'),
    fontWeight: total ? 700 : 400,
    fontSize: total ? 17 : 14,
    lineHeight: 1.5,
  };
  const padding = first ? '12px' : '2px';
  const bottom = total ? '4px' : '2px';
  return (
    <tr>
      <td
        className={`c-ink l-line ${size}`}
        width="60%"
        dir="auto"
        valign="top"
        style={{ ...letters, ...edge, ...ANYWHERE, padding: `${padding} 12px ${bottom} 0` }}
      >
        {name}
      </td>
      <td
        className={`c-ink l-line ${size}`}
        align="right"
        valign="top"
        style={{ ...letters, ...edge, whiteSpace: 'nowrap', padding: `${padding} 0 ${bottom}` }}
      >
        {amount}
      </td>
    </tr>
  );
};

const Gap = () => (
  <tr>
    <td colSpan={2} height={10} style={{ height: 10, fontSize: 0, lineHeight: 0 }}>
      &nbsp;
    </td>
  </tr>
);

/** The receipt in a monospaced font. */
export const PaperPiece = ({ paper }: { paper: Paper }) => {
  const { fill, light } = usePaint();
  const [name, amount] = paper.total;
  const small = { color: light('ink-2'), fontSize: 13, lineHeight: 1.5 };
  return (
    <table {...WHOLE} {...fill('counter')} style={{ margin: '4px 0 24px', background: light('counter') }}>
      <tbody>
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a layout cell */}
          <td className="paper" style={{ padding: '18px 20px', fontFamily: MONO }}>
            <table {...WHOLE} style={{ fontFamily: MONO }}>
              <tbody>
                <tr>
                  <td
                    className="c-ink"
                    dir="auto"
                    valign="top"
                    style={{
                      ...ANYWHERE,
                      color: light('ink'),
                      fontSize: 14,
                      fontWeight: 700,
                      padding: '0 12px 2px 0',
                    }}
                  >
                    {paper.seller}
                  </td>
                  <td
                    className="c-ink"
                    align="right"
                    valign="top"
                    style={{ color: light('ink'), fontSize: 14, whiteSpace: 'nowrap' }}
                  >
                    {paper.number}
                  </td>
                </tr>
                <tr>
                  <td className="c-ink-2" colSpan={2} style={small}>
                    {paper.moment}
                  </td>
                </tr>
                <Gap />
                {paper.lines.map(([line, sum], at) => (
                  <Line key={at} name={line} amount={sum} first={at === 0} />
                ))}
                <Gap />
                <Line name={name} amount={amount} first total />
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
};

import { moneyText } from '#domain/money.ts';

import { money } from './mail-figures.ts';
import { usePaint } from './mail-style.ts';

const PLATE = '#fafbf7';
const ON_PLATE = '#101915';
const FONT = "'Archivo Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif";

/** A price with more characters uses a smaller size on phones. */
const MANY = 9;

type Flag = { text: string; kind: 'symbol' | 'digit' | 'mark' };

/** Splits a price into its currency symbol and its single characters. */
function flagsOf(amount: number, currency: string): Flag[] {
  const [, symbol = '', figures = ''] = /^(\D*)(.*) [A-Z]{3}$/.exec(moneyText(amount, currency)) ?? [];
  const plates = Array.from(figures, (text): Flag => ({ text, kind: /\d/.test(text) ? 'digit' : 'mark' }));
  return symbol ? [{ text: symbol, kind: 'symbol' }, ...plates] : plates;
}

type PriceFlagsProps = { amount: number; currency: string; caption: string };

/** A price in the style of a cash register display. Screen readers read it as one amount. */
export const PriceFlags = ({ amount, currency, caption }: PriceFlagsProps) => {
  const { fill, light } = usePaint();
  const flags = flagsOf(amount, currency);
  const styleOf = ({ kind }: Flag) => ({
    padding: kind === 'mark' ? '4px 0 5px' : '4px 7px 5px',
    borderRadius: '4px 4px 0 0',
    background: { symbol: light('brass'), digit: PLATE, mark: 'transparent' }[kind],
    color: kind === 'mark' ? light('on-enamel') : ON_PLATE,
    font: `700 34px/1 ${FONT}`,
  });
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {caption}, in {currency}
      </p>
      <table
        role="img"
        aria-label={money(amount, currency)}
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
            {flags.map((flag, at) => (
              <td
                key={at}
                className={`flag${flag.kind === 'mark' ? '' : ' plate'}${flags.length > MANY ? ' many' : ''}`}
                align="center"
                style={styleOf(flag)}
              >
                {flag.text}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
};

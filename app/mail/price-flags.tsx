import { formatMoney } from '#domain/money.ts';

import { formatMoneyOnOneLine } from './mail-figures.ts';
import { usePalette } from './mail-style.ts';

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
export const PriceDisplayBlock = ({ amount, currency, caption }: PriceDisplayProps) => {
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

import { usd } from './mail-figures.ts';
import { fill, light } from './mail-style.ts';

const PLATE = '#fafbf7';
const ON_PLATE = '#101915';
const FONT = "'Archivo Narrow','Arial Narrow','Helvetica Neue',Arial,sans-serif";

const isPlate = (character: string): boolean => /[\d$]/.test(character);

const styleOf = (character: string) => {
  const symbol = character === '$';
  const plate = isPlate(character);
  return {
    padding: plate ? '4px 7px 5px' : '4px 0 5px',
    borderRadius: '4px 4px 0 0',
    background: symbol ? light('brass') : plate ? PLATE : 'transparent',
    color: plate ? ON_PLATE : light('on-enamel'),
    font: `700 34px/1 ${FONT}`,
  };
};

/** The till's window: one plate for each figure. Read aloud as one amount. */
export const PriceFlags = ({ cents, caption }: { cents: number; caption: string }) => {
  const [figures = ''] = usd(cents).split('\u00a0');
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {caption}, in US dollars
      </p>
      <table
        role="img"
        aria-label={usd(cents)}
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
            {Array.from(figures, (character, at) => (
              <td
                key={at}
                className={isPlate(character) ? 'flag plate' : 'flag'}
                align="center"
                style={styleOf(character)}
              >
                {character}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
};

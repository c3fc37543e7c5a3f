import { WHOLE } from './cells.ts';
import { usePaint } from './mail-style.ts';

/** Usage bar of the sales limit: the last fifth is pink, and all of it when the limit is reached. */
export const Roll = ({ percentage }: { percentage: number }) => {
  const { fill, light } = usePaint();
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

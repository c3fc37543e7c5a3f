import { LAYOUT_TABLE_PROPS } from './cells.ts';
import { usePalette } from './mail-style.ts';

/** Usage bar of the sales limit: the last fifth is pink, and all of it when the limit is reached. */
export const UsageBar = ({ percentage }: { percentage: number }) => {
  const { background: fill, light } = usePalette();
  const usedPercentage = Math.min(100, Math.max(0, percentage));
  const normalPercentage = usedPercentage < 100 ? Math.min(80, usedPercentage) : 0;
  const cells = [
    { color: 'key', width: normalPercentage },
    { color: 'stripe', width: usedPercentage - normalPercentage },
    { color: 'counter-2', width: 100 - usedPercentage },
  ] as const;
  return (
    <table
      {...LAYOUT_TABLE_PROPS}
      aria-hidden="true"
      style={{ margin: '0 0 20px', borderRadius: 5, overflow: 'hidden' }}
    >
      <tbody>
        <tr>
          {cells
            .filter(({ width }) => width > 0)
            .map(({ color, width }) => (
              <td
                key={color}
                {...fill(color)}
                width={`${width}%`}
                height={10}
                style={{ height: 10, background: light(color), fontSize: 0, lineHeight: 0 }}
              >
                &nbsp;
              </td>
            ))}
        </tr>
      </tbody>
    </table>
  );
};

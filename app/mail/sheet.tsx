import type { ReactNode } from 'react';

import { usePalette } from './mail-style.ts';

/** A centered column of at most 600 pixels. */
export const EmailLayout = ({ children }: { children: ReactNode }) => {
  const { background: fill, light } = usePalette();
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      {...fill('counter')}
      style={{ background: light('counter') }}
    >
      <tbody>
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a layout cell */}
          <td align="center" style={{ padding: '24px 12px' }}>
            <table
              role="presentation"
              width={600}
              cellPadding={0}
              cellSpacing={0}
              border={0}
              align="center"
              style={{ width: '100%', maxWidth: 600, textAlign: 'left' }}
            >
              <tbody>{children}</tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
};

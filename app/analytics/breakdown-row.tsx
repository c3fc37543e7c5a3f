import { Link } from 'react-router';

import { countText } from '#app/ui/count-text.ts';
import type { BreakdownRow } from '#domain/analytics.ts';

import { shareOf, shareText } from './change-words.ts';
import { usdText } from './usd-text.ts';

type Props = {
  row: BreakdownRow;
  /** Share of the largest row, 0 to 1. */
  share: number;
  /** Hides views and visitors, which do not exist for this dimension. */
  blind: boolean;
  /** Link that filters the page by this row. */
  to: string | null;
};

/** One row; on phones its metrics are in a second line with their names. */
export function BreakdownTableRow({ row, share, blind, to }: Props) {
  const { label, visitors, started, paid, usd } = row;
  const count = (value: number, one: string, many: string) => (
    <>
      {countText(value)}
      <span className="an-unit"> {value === 1 ? one : many}</span>
    </>
  );
  return (
    <tr>
      <th scope="row" className="an-value">
        <span className="an-bar" style={{ '--share': share } as React.CSSProperties} aria-hidden="true" />
        {to === null ? (
          <bdi>{label}</bdi>
        ) : (
          <Link to={to} preventScrollReset>
            <bdi>{label}</bdi>
          </Link>
        )}
      </th>
      {!blind && <td className="r num">{count(visitors, 'visitor', 'visitors')}</td>}
      <td className="r num">{count(started, 'started', 'started')}</td>
      <td className="r num">{count(paid, 'paid', 'paid')}</td>
      {!blind && <td className="r num an-rate">{shareText(shareOf(paid, visitors))}</td>}
      <td className={usd.net < 0 ? 'r amt neg' : 'r amt'}>{usdText(usd.net)}</td>
    </tr>
  );
}

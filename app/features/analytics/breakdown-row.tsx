import { Link } from 'react-router';

import { formatCount } from '#app/components/utils/format.ts';
import type { BreakdownRow } from '#domain/analytics.ts';

import { calculateShare, formatShare } from './compare-values.ts';
import { formatUsd } from './format-usd.ts';

type Props = {
  row: BreakdownRow;
  /** Share of the largest row, 0 to 1. */
  share: number;
  /** Hides views and visitors, which do not exist for this dimension. */
  hideVisitors: boolean;
  /** Link that filters the page by this row. */
  href: string | null;
};

/** One row; on phones its metrics are in a second line with their names. */
export function BreakdownTableRow({ row, share, hideVisitors, href }: Props) {
  const { label, visitors, started, paid, usd } = row;
  const renderCount = (value: number, singular: string, plural: string) => (
    <>
      {formatCount(value)}
      <span className="an-unit"> {value === 1 ? singular : plural}</span>
    </>
  );
  return (
    <tr>
      <th scope="row" className="an-value">
        <span className="an-bar" style={{ '--share': share } as React.CSSProperties} aria-hidden="true" />
        {href === null ? (
          <bdi>{label}</bdi>
        ) : (
          <Link to={href} preventScrollReset>
            <bdi>{label}</bdi>
          </Link>
        )}
      </th>
      {!hideVisitors && <td className="r num">{renderCount(visitors, 'visitor', 'visitors')}</td>}
      <td className="r num">{renderCount(started, 'started', 'started')}</td>
      <td className="r num">{renderCount(paid, 'paid', 'paid')}</td>
      {!hideVisitors && <td className="r num an-rate">{formatShare(calculateShare(paid, visitors))}</td>}
      <td className={usd.net < 0 ? 'r amt neg' : 'r amt'}>{formatUsd(usd.net)}</td>
    </tr>
  );
}

import { PLAN_COMPARISON } from '#content/plan-comparison.ts';

import { CheckIcon } from './tick.tsx';
import { PLANS } from '#domain/plans.ts';

const ComparisonCell = ({ cell }: { cell: string | boolean }) => {
  if (typeof cell === 'string') return <td>{cell}</td>;
  return (
    <td>
      {cell ? <CheckIcon /> : <span aria-hidden="true">–</span>}
      <span className="vh">{cell ? 'Included' : 'Not included'}</span>
    </td>
  );
};

export const PricingTable = () => (
  <section className="wrap sec-end">
    <h2 className="h1 pricing-head" id="compared-title">
      Side by side
    </h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access */}
    <div className="sheet compared" role="region" aria-labelledby="compared-title" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">What you get</th>
            {PLANS.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PLAN_COMPARISON.map(({ label, isComing: coming, cells }) => (
            <tr key={label}>
              <th scope="row">
                {label} {coming && <span className="badge">Coming</span>}
              </th>
              {cells.map(({ id, cell }) => (
                <ComparisonCell key={id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

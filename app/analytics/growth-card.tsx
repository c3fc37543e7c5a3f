import { Lock } from 'lucide-react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/ui/key.tsx';

const GROWTH_FEATURES = [
  'Where buyers come from: sources, campaigns, referrers, countries and devices',
  'What sells: by coupon, by version of a page, by the site that it is embedded in',
  'Any period, laid beside the days before or the year before',
  'What you published, marked on the days when you did',
  'All of it as CSV',
];

/** Lists what larger plans add to analytics. */
export function GrowthCard() {
  return (
    <section className="sheet pad an-growth" aria-labelledby="an-growth">
      <h2 className="h2" id="an-growth">
        <Lock className="i" aria-hidden="true" /> From the Growth plan on
      </h2>
      <ul>
        {GROWTH_FEATURES.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <p className="small muted">It is counted for you already: with Growth you see it from your first day on.</p>
      <Link className={buttonVariants('plain')} to="/subscription">
        See the plans
      </Link>
    </section>
  );
}

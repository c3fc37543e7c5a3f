import { keyClass } from '#app/ui/key.tsx';
import { everyPlanFeature } from '#content/claims.ts';
import { pastLimit } from '#content/past-limit.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { TRIAL_DAYS, type Plan } from '#domain/plans.ts';

import { PlanCards } from './plan-cards.tsx';
import { PricingReceipt } from './pricing-receipt.tsx';
import { PricingTable } from './pricing-table.tsx';
import { Questions } from './questions.tsx';

/** Without JavaScript the button is a link. The document contains both session states, so it is the same for everyone. */
const TrialKey = ({ plan }: { plan: Plan }) => {
  const kind = plan.popular ? 'primary' : 'plain';
  const label = `Start ${TRIAL_DAYS}-Day Free Trial`;
  return (
    <div className="plan-act">
      <p className="small muted">{pastLimit(plan)}</p>
      <a
        className={keyClass(kind, 'md', 'plan-key when-out')}
        href={`/auth?tab=sign-up&plan=${plan.id}`}
        data-trial={plan.id}
      >
        {label}
      </a>
      <a className={keyClass(kind, 'md', 'plan-key when-in')} href="/builder" data-trial={plan.id}>
        {label}
      </a>
    </div>
  );
};

export const Pricing = () => (
  <main id="main">
    <section className="wrap pricing-top" aria-labelledby="plans-title">
      <h1 className="d2">Three sizes of till.</h1>
      <p className="lead muted">
        {TRIAL_DAYS} days free on any of them, no credit card. Building pages and trying payments stays free
        for ever, with no plan at all.
      </p>
      <h2 className="vh" id="plans-title">
        The plans
      </h2>
      <PlanCards features={(plan) => everyPlanFeature(plan)} act={(plan) => <TrialKey plan={plan} />} />
    </section>
    <PricingReceipt />
    <PricingTable />
    <div className="band">
      <Questions title="Frequently asked questions" questions={PRICING_FAQ} />
    </div>
  </main>
);

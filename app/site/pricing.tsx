import { buttonVariants } from '#app/ui/key.tsx';
import { listPlanFeatures } from '#content/claims.ts';
import { describeSalesLimit } from '#content/past-limit.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { TRIAL_DAYS, type Plan } from '#domain/plans.ts';

import { PlanCards } from './plan-cards.tsx';
import { PricingReceipt } from './pricing-receipt.tsx';
import { PricingTable } from './pricing-table.tsx';
import { FaqSection } from './questions.tsx';

/** Without JavaScript the button is a link. The document contains both session states, so it is the same for everyone. */
const TrialButton = ({ plan }: { plan: Plan }) => {
  const variant = plan.popular ? 'primary' : 'plain';
  const label = `Start ${TRIAL_DAYS}-Day Free Trial`;
  return (
    <div className="plan-act">
      <p className="small muted">{describeSalesLimit(plan)}</p>
      <a
        className={buttonVariants(variant, 'md', 'plan-key when-out')}
        href={`/auth?tab=sign-up&plan=${plan.id}`}
        data-trial={plan.id}
      >
        {label}
      </a>
      <a className={buttonVariants(variant, 'md', 'plan-key when-in')} href="/builder" data-trial={plan.id}>
        {label}
      </a>
    </div>
  );
};

export const PricingScreen = () => (
  <main id="main">
    <section className="wrap pricing-top" aria-labelledby="plans-title">
      <h1 className="d2">Three sizes of till.</h1>
      <p className="lead muted">
        {TRIAL_DAYS} days free on any of them, no credit card. Building pages and trying payments stays free for ever,
        with no plan at all.
      </p>
      <h2 className="vh" id="plans-title">
        The plans
      </h2>
      <PlanCards getFeatures={(plan) => listPlanFeatures(plan)} renderAction={(plan) => <TrialButton plan={plan} />} />
    </section>
    <PricingReceipt />
    <PricingTable />
    <div className="band">
      <FaqSection title="Frequently asked questions" questions={PRICING_FAQ} />
    </div>
  </main>
);

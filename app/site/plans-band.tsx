import { buttonVariants } from '#app/ui/key.tsx';
import { listImplementedFeatures } from '#content/claims.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';

import { PlanCards } from './plan-cards.tsx';

export const PlansSection = () => (
  <section className="band" id="pricing" aria-labelledby="pricing-title">
    <div className="wrap sec">
      <h2 className="d2" id="pricing-title">
        Three sizes of till.
      </h2>
      <p className="lead muted band-lead">
        Pick by what you sell in a month. Every plan begins with {TRIAL_DAYS} days free, without a credit card. Stripe
        takes its usual fee per sale; we add nothing to it.
      </p>
      <PlanCards
        getFeatures={(plan) => listImplementedFeatures(plan)}
        renderAction={({ popular }) => (
          <a className={buttonVariants(popular ? 'primary' : 'plain', 'md', 'plan-key')} href="/pricing">
            Start Free Trial
          </a>
        )}
      />
      <p className="muted band-foot">
        Building pages and trying payments in the sandbox is free for ever, with no plan at all.
      </p>
    </div>
  </section>
);

import { TRIAL_USED_MESSAGE } from '#app/session/trial-used.ts';
import { PriceDisplay } from '#app/ui/price-flags.tsx';
import { buttonVariants } from '#app/ui/key.tsx';
import { TRIAL_DAYS } from '#domain/plans.ts';

/** Empty state without a plan. */
export const NoSubscription = ({ trialUsed }: { trialUsed: boolean }) => (
  <div className="sheet pad blank">
    <PriceDisplay text="$0" size="2.25rem" />
    <h2 className="h2">No Active Subscription</h2>
    <p className="muted">
      {trialUsed
        ? TRIAL_USED_MESSAGE
        : `Every plan begins with ${TRIAL_DAYS} days free, without a credit card. Building pages needs no plan at all.`}
    </p>
    <a className={buttonVariants('primary')} href="/pricing">
      View Plans
    </a>
  </div>
);

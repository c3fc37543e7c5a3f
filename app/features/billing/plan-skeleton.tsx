import { buttonVariants } from '#app/components/button.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { LoadingStatus, useIsSlow } from '#app/components/skeleton.tsx';
import { TRIAL_USED_MESSAGE } from '#app/lib/session/trial-used-messages.ts';
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

const LINE_WIDTHS = [38, 52, 46, 60];
const CARD_INDEXES = [0, 1, 2];

/** Loading state in the shape of the page, shown after a short delay. */
export function PlanSkeleton() {
  const shown = useIsSlow();
  return (
    <>
      <LoadingStatus />
      <div className="skeleton" aria-hidden="true" data-shown={shown}>
        <div className="sheet plan-now">
          <div className="plan-held plan-bones">
            <div className="sk" style={{ width: 150, height: 30 }} />
            {LINE_WIDTHS.map((width) => (
              <div key={width} className="sk" style={{ width: `${width}%` }} />
            ))}
          </div>
          <div className="plan-usage plan-bones">
            <div className="sk" style={{ width: 190, height: 56 }} />
            <div className="sk" style={{ width: '100%', height: 14 }} />
            <div className="sk" style={{ width: '70%' }} />
          </div>
        </div>
        <div className="plan-cards">
          {CARD_INDEXES.map((card) => (
            <div key={card} className="sheet plan-card plan-bones">
              <div className="sk" style={{ width: 90, height: 20 }} />
              <div className="sk" style={{ width: 120, height: 34 }} />
              {LINE_WIDTHS.map((width) => (
                <div key={width} className="sk" style={{ width: `${width + 20}%` }} />
              ))}
              <div className="sk" style={{ width: '100%', height: 40 }} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

import {
  CircleArrowUp,
  CircleCheck,
  CircleOff,
  CreditCard,
  Hourglass,
  Info,
  Ticket,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { firstPaymentText, TRIAL_USED } from '#app/session/trial-used.ts';
import { Key, keyClass, type KeyKind } from '#app/ui/key.tsx';
import { PLANS, planOf } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { bannerOf, type Banner } from './banner-of.ts';
import { billText, salesText } from './dollars.ts';
import { PlanDay } from './plan-day.tsx';
import { UsageRoll } from './usage-roll.tsx';
import { usePortal, type Portal } from './use-portal.ts';

const LOOKS: Record<Banner['kind'], { tint: string; Icon: LucideIcon }> = {
  past_due: { tint: 'pink', Icon: CreditCard },
  needs_upgrade: { tint: 'pink', Icon: CircleArrowUp },
  canceled: { tint: 'plain', Icon: CircleOff },
  none: { tint: 'blue', Icon: Ticket },
  trial_used: { tint: 'blue', Icon: Ticket },
  unpaid: { tint: 'canary', Icon: CreditCard },
  near: { tint: 'plain', Icon: TriangleAlert },
  trialing: { tint: 'canary', Icon: Hourglass },
  new_price: { tint: 'blue', Icon: Info },
  active: { tint: 'plain', Icon: CircleCheck },
};

const Way = ({ to, kind, children }: { to: string; kind?: KeyKind; children: ReactNode }) => (
  <Link className={keyClass(kind, 'sm')} to={to}>
    {children}
  </Link>
);

function Used({ words, status }: { words: ReactNode; status: SubscriptionStatus }) {
  const { amount, limit } = status.monthlySales;
  return (
    <span className="plan-used">
      <span>{words}</span>
      {limit !== null && (
        <>
          <UsageRoll sales={status.monthlySales} small />
          <span className="num small muted">
            {salesText(amount)} of {salesText(limit)}
          </span>
        </>
      )}
    </span>
  );
}

const daysText = (days: number): string => (days === 1 ? '1 day left' : `${days} days left`);

function Words({ banner, status }: { banner: Banner; status: SubscriptionStatus }) {
  switch (banner.kind) {
    case 'past_due':
      return 'Payment failed - Please update your payment method';
    case 'needs_upgrade':
      return `You've exceeded your limit! We're upgrading you to ${planOf(banner.plan).name} plan`;
    case 'none':
      return 'No active subscription. Subscribe to start creating checkout pages';
    case 'trial_used':
      return TRIAL_USED;
    case 'unpaid':
      return firstPaymentText(banner.plan);
    case 'canceled':
      return banner.until ? (
        <>
          <b>Cancelled.</b> Your pages stay open until <PlanDay iso={banner.until} />.
        </>
      ) : (
        <>
          <b>Your plan has ended.</b> Your pages are kept, and take no payments until it runs again.
        </>
      );
    case 'trialing':
      return (
        <>
          <b>{daysText(banner.days)}</b> of your trial on the {planOf(banner.plan).name} plan.{' '}
          {status.card ? 'Your card is charged after it.' : 'No card needed until then.'}
        </>
      );
    case 'near': {
      const { percentage, exceeded } = status.monthlySales;
      const words = exceeded ? 'is used up.' : 'is used.';
      const share = exceeded ? 'The limit of' : `${percentage} % of`;
      return (
        <Used
          words={
            <>
              <b>The roll is running out.</b> {share} {planOf(banner.plan).name} {words}
              {banner.days !== null && ` ${daysText(banner.days)} of your trial.`}
            </>
          }
          status={status}
        />
      );
    }
    case 'new_price':
      return (
        <>
          <b>{planOf(banner.plan).name}</b> costs {billText(banner.amount)} a month from{' '}
          <PlanDay iso={banner.at} /> on
          {status.price === null ? '.' : `, instead of ${billText(status.price)}.`}
        </>
      );
    case 'active':
      return (
        <Used
          words={
            <>
              <b>{planOf(banner.plan).name}</b> is active
            </>
          }
          status={status}
        />
      );
  }
}

type ActProps = { banner: Banner; status: SubscriptionStatus; portal: Portal; onScreen: boolean };

const CardKey = ({ portal, kind, children }: { portal: Portal; kind?: KeyKind; children: string }) => (
  <Key size="sm" kind={kind} onClick={portal.openCard} busy={portal.opening === 'card' && 'Opening...'}>
    {children}
  </Key>
);

/** Action for a pending upgrade: pay the invoice, else add a card, else open the subscription page. */
function UpgradeAct({ status, portal, onScreen }: ActProps) {
  if (status.due?.url)
    return (
      <a className={keyClass('plain', 'sm')} href={status.due.url} target="_blank" rel="noreferrer">
        See the invoice
      </a>
    );
  if (!status.card) return <CardKey portal={portal}>Add a card</CardKey>;
  return onScreen ? null : <Way to="/subscription">Your plan</Way>;
}

function Act(props: ActProps) {
  const { banner, status, portal, onScreen } = props;
  switch (banner.kind) {
    case 'past_due':
      return onScreen ? (
        <CardKey portal={portal} kind="red">
          Update Payment
        </CardKey>
      ) : (
        <Way to="/subscription" kind="red">
          Update Payment
        </Way>
      );
    case 'needs_upgrade':
      return <UpgradeAct {...props} />;
    case 'canceled':
      return (
        <Way to="/subscription?reactivate=true" kind="primary">
          Reactivate
        </Way>
      );
    case 'unpaid':
      return banner.url ? (
        <a className={keyClass('primary', 'sm')} href={banner.url} target="_blank" rel="noreferrer">
          Pay the invoice
        </a>
      ) : null;
    case 'none':
    case 'trial_used':
      return (
        <Link className={keyClass('plain', 'sm')} to="/pricing" reloadDocument>
          View Plans
        </Link>
      );
    case 'near': {
      const next = PLANS[PLANS.indexOf(planOf(banner.plan)) + 1];
      return next ? <Way to={`/subscription#plan-${next.id}`}>See {next.name}</Way> : null;
    }
    case 'trialing':
      if (!onScreen) return <Way to="/subscription">Choose a plan</Way>;
      return status.card ? null : <CardKey portal={portal}>Add a card</CardKey>;
    case 'new_price':
      return onScreen ? null : <Way to="/subscription">Your plan</Way>;
    case 'active':
      return null;
  }
}

type Props = {
  status: SubscriptionStatus;
  /** True on the subscription page, where the button acts directly instead of linking there. */
  onScreen?: boolean;
  className?: string;
};

/** Banner about the seller's plan with one action. */
export function SubscriptionBanner({ status, onScreen = false, className = '' }: Props) {
  const portal = usePortal();
  const banner = bannerOf(status);
  const { tint, Icon } = LOOKS[banner.kind];
  return (
    <section
      aria-label="Your plan"
      data-state={banner.kind}
      className={['banner', tint, 'plan-banner', className].filter(Boolean).join(' ')}
    >
      <Icon className="i" aria-hidden="true" />
      <div>
        <Words banner={banner} status={status} />
      </div>
      <Act {...{ banner, status, portal, onScreen }} />
    </section>
  );
}

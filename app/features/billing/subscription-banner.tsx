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

import { Button, buttonVariants, type ButtonVariant } from '#app/components/button.tsx';
import { getFirstPaymentMessage, TRIAL_USED_MESSAGE } from '#app/lib/session/trial-used-messages.ts';
import { PLANS, getPlan } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { formatBillAmount, formatSales, PlanDate } from './format-billing.tsx';
import { getPlanBanner, type PlanBanner } from './plan-banner.ts';
import { UsageBar } from './usage-bar.tsx';
import { useCustomerPortal, type CustomerPortal } from './use-plan-actions.ts';

const BANNER_STYLES: Record<PlanBanner['kind'], { tint: string; Icon: LucideIcon }> = {
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

const BannerLink = ({ href, kind, children }: { href: string; kind?: ButtonVariant; children: ReactNode }) => (
  <Link className={buttonVariants(kind, 'sm')} to={href}>
    {children}
  </Link>
);

function UsageLine({ label, status }: { label: ReactNode; status: SubscriptionStatus }) {
  const { amount, limit } = status.monthlySales;
  return (
    <span className="plan-banner__usage">
      <span>{label}</span>
      {limit !== null && (
        <>
          <UsageBar sales={status.monthlySales} isSmall />
          <span className="num small muted">
            {formatSales(amount)} of {formatSales(limit)}
          </span>
        </>
      )}
    </span>
  );
}

const formatDaysLeft = (days: number): string => (days === 1 ? '1 day left' : `${days} days left`);

function BannerText({ banner, status }: { banner: PlanBanner; status: SubscriptionStatus }) {
  switch (banner.kind) {
    case 'past_due':
      return 'Payment failed - Please update your payment method';
    case 'needs_upgrade':
      return `You've exceeded your limit! We're upgrading you to ${getPlan(banner.plan).name} plan`;
    case 'none':
      return 'No active subscription. Subscribe to start creating checkout pages';
    case 'trial_used':
      return TRIAL_USED_MESSAGE;
    case 'unpaid':
      return getFirstPaymentMessage(banner.plan);
    case 'canceled':
      return banner.until ? (
        <>
          <b>Cancelled.</b> Your pages stay open until <PlanDate iso={banner.until} />.
        </>
      ) : (
        <>
          <b>Your plan has ended.</b> Your pages are kept, and take no payments until it runs again.
        </>
      );
    case 'trialing':
      return (
        <>
          <b>{formatDaysLeft(banner.days)}</b> of your trial on the {getPlan(banner.plan).name} plan.{' '}
          {status.card ? 'Your card is charged after it.' : 'No card needed until then.'}
        </>
      );
    case 'near': {
      const { percentage, exceeded } = status.monthlySales;
      const suffix = exceeded ? 'is used up.' : 'is used.';
      const prefix = exceeded ? 'The limit of' : `${percentage} % of`;
      return (
        <UsageLine
          label={
            <>
              <b>The roll is running out.</b> {prefix} {getPlan(banner.plan).name} {suffix}
              {banner.days !== null && ` ${formatDaysLeft(banner.days)} of your trial.`}
            </>
          }
          status={status}
        />
      );
    }
    case 'new_price':
      return (
        <>
          <b>{getPlan(banner.plan).name}</b> costs {formatBillAmount(banner.amount)} a month from{' '}
          <PlanDate iso={banner.at} /> on
          {status.price === null ? '.' : `, instead of ${formatBillAmount(status.price)}.`}
        </>
      );
    case 'active':
      return (
        <UsageLine
          label={
            <>
              <b>{getPlan(banner.plan).name}</b> is active
            </>
          }
          status={status}
        />
      );
  }
}

type BannerActionProps = {
  banner: PlanBanner;
  status: SubscriptionStatus;
  portal: CustomerPortal;
  isOnPlanPage: boolean;
};

const CardButton = ({ portal, kind, children }: { portal: CustomerPortal; kind?: ButtonVariant; children: string }) => (
  <Button
    size="sm"
    variant={kind}
    onClick={portal.openCard}
    busyLabel={portal.openingTarget === 'card' && 'Opening...'}
  >
    {children}
  </Button>
);

/** Action for a pending upgrade: pay the invoice, else add a card, else open the subscription page. */
function UpgradeAction({ status, portal, isOnPlanPage }: BannerActionProps) {
  if (status.due?.url)
    return (
      <a className={buttonVariants('plain', 'sm')} href={status.due.url} target="_blank" rel="noreferrer">
        See the invoice
      </a>
    );
  if (!status.card) return <CardButton portal={portal}>Add a card</CardButton>;
  return isOnPlanPage ? null : <BannerLink href="/subscription">Your plan</BannerLink>;
}

function BannerAction(props: BannerActionProps) {
  const { banner, status, portal, isOnPlanPage } = props;
  switch (banner.kind) {
    case 'past_due':
      return isOnPlanPage ? (
        <CardButton portal={portal} kind="red">
          Update Payment
        </CardButton>
      ) : (
        <BannerLink href="/subscription" kind="red">
          Update Payment
        </BannerLink>
      );
    case 'needs_upgrade':
      return <UpgradeAction {...props} />;
    case 'canceled':
      return (
        <BannerLink href="/subscription?reactivate=true" kind="primary">
          Reactivate
        </BannerLink>
      );
    case 'unpaid':
      return banner.url ? (
        <a className={buttonVariants('primary', 'sm')} href={banner.url} target="_blank" rel="noreferrer">
          Pay the invoice
        </a>
      ) : null;
    case 'none':
    case 'trial_used':
      return (
        <Link className={buttonVariants('plain', 'sm')} to="/pricing" reloadDocument>
          View Plans
        </Link>
      );
    case 'near': {
      const nextPlan = PLANS[PLANS.indexOf(getPlan(banner.plan)) + 1];
      return nextPlan ? <BannerLink href={`/subscription#plan-${nextPlan.id}`}>See {nextPlan.name}</BannerLink> : null;
    }
    case 'trialing':
      if (!isOnPlanPage) return <BannerLink href="/subscription">Choose a plan</BannerLink>;
      return status.card ? null : <CardButton portal={portal}>Add a card</CardButton>;
    case 'new_price':
      return isOnPlanPage ? null : <BannerLink href="/subscription">Your plan</BannerLink>;
    case 'active':
      return null;
  }
}

type Props = {
  status: SubscriptionStatus;
  /** True on the subscription page, where the button acts directly instead of linking there. */
  isOnPlanPage?: boolean;
  className?: string;
};

/** Banner about the seller's plan with one action. */
export function SubscriptionBanner({ status, isOnPlanPage = false, className = '' }: Props) {
  const portal = useCustomerPortal();
  const banner = getPlanBanner(status);
  const { tint, Icon } = BANNER_STYLES[banner.kind];
  return (
    <section
      aria-label="Your plan"
      data-state={banner.kind}
      className={['banner', tint, 'plan-banner', className].filter(Boolean).join(' ')}
    >
      <Icon className="i" aria-hidden="true" />
      <div>
        <BannerText banner={banner} status={status} />
      </div>
      <BannerAction {...{ banner, status, portal, isOnPlanPage }} />
    </section>
  );
}

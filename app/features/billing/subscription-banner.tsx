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

type LinkProps = { href: string; kind?: ButtonVariant; label: string };

const BannerLink = ({ href, kind, label }: LinkProps) => (
  <Link className={buttonVariants(kind, 'sm')} to={href}>
    {label}
  </Link>
);

/** A page at Stripe, in a new tab. */
const InvoiceLink = ({ href, kind, label }: LinkProps) => (
  <a className={buttonVariants(kind, 'sm')} href={href} target="_blank" rel="noreferrer">
    {label}
  </a>
);

function UsageLine({ status, children }: { status: SubscriptionStatus; children: ReactNode }) {
  const { amount, limit } = status.monthlySales;
  return (
    <span className="plan-banner__usage">
      <span>{children}</span>
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
        <UsageLine status={status}>
          <b>The roll is running out.</b> {prefix} {getPlan(banner.plan).name} {suffix}
          {banner.days !== null && ` ${formatDaysLeft(banner.days)} of your trial.`}
        </UsageLine>
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
        <UsageLine status={status}>
          <b>{getPlan(banner.plan).name}</b> is active
        </UsageLine>
      );
  }
}

type BannerActionProps = {
  banner: PlanBanner;
  status: SubscriptionStatus;
  portal: CustomerPortal;
  isOnPlanPage: boolean;
};

type CardButtonProps = { portal: CustomerPortal; kind?: ButtonVariant; label: string };

const CardButton = ({ portal, kind, label }: CardButtonProps) => (
  <Button
    size="sm"
    variant={kind}
    onClick={portal.openCard}
    busyLabel={portal.openingTarget === 'card' && 'Opening...'}
  >
    {label}
  </Button>
);

/** Action for a pending upgrade: pay the invoice, else add a card, else open the subscription page. */
function UpgradeAction({ status, portal, isOnPlanPage }: BannerActionProps) {
  if (status.due?.url) return <InvoiceLink href={status.due.url} label="See the invoice" />;
  if (!status.card) return <CardButton portal={portal} label="Add a card" />;
  return isOnPlanPage ? null : <BannerLink href="/subscription" label="Your plan" />;
}

function BannerAction(props: BannerActionProps) {
  const { banner, status, portal, isOnPlanPage } = props;
  switch (banner.kind) {
    case 'past_due':
      if (isOnPlanPage) return <CardButton portal={portal} kind="red" label="Update Payment" />;
      return <BannerLink href="/subscription" kind="red" label="Update Payment" />;
    case 'needs_upgrade':
      return <UpgradeAction {...props} />;
    case 'canceled':
      return <BannerLink href="/subscription?reactivate=true" kind="primary" label="Reactivate" />;
    case 'unpaid':
      return banner.url ? <InvoiceLink href={banner.url} kind="primary" label="Pay the invoice" /> : null;
    case 'none':
    case 'trial_used':
      return (
        <Link className={buttonVariants('plain', 'sm')} to="/pricing" reloadDocument>
          View Plans
        </Link>
      );
    case 'near': {
      const nextPlan = PLANS[PLANS.indexOf(getPlan(banner.plan)) + 1];
      return nextPlan ? <BannerLink href={`/subscription#plan-${nextPlan.id}`} label={`See ${nextPlan.name}`} /> : null;
    }
    case 'trialing':
      if (!isOnPlanPage) return <BannerLink href="/subscription" label="Choose a plan" />;
      return status.card ? null : <CardButton portal={portal} label="Add a card" />;
    case 'new_price':
      return isOnPlanPage ? null : <BannerLink href="/subscription" label="Your plan" />;
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

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
import { RichText } from '#app/components/rich-text.tsx';
import { billingMessages } from '#content/messages/billing.ts';
import { planBannerMessages as messages } from '#content/messages/plan-banner.ts';
import { trialUsedMessages } from '#content/messages/trial-used.ts';
import { PLANS, getPlan } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { formatBillAmount, formatSales, PlanDate } from './format-billing.tsx';
import { getPlanBanner, type PlanBanner } from './plan-banner.ts';
import { UsageBar } from './usage-bar.tsx';
import { useCustomerPortal, type CustomerPortal } from './use-customer-portal.ts';

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
            {billingMessages.usage.barValue({ amount: formatSales(amount), limit: formatSales(limit) })}
          </span>
        </>
      )}
    </span>
  );
}

function BannerText({ banner, status }: { banner: PlanBanner; status: SubscriptionStatus }) {
  switch (banner.kind) {
    case 'past_due':
      return messages.pastDue;
    case 'needs_upgrade':
      return messages.needsUpgrade({ plan: getPlan(banner.plan).name });
    case 'none':
      return messages.none;
    case 'trial_used':
      return trialUsedMessages.noPlan;
    case 'unpaid':
      return trialUsedMessages.firstPayment({ planName: getPlan(banner.plan).name });
    case 'canceled': {
      const { until } = banner;
      return until ? (
        <RichText text={messages.ending} tags={{ date: () => <PlanDate iso={until} /> }} />
      ) : (
        <RichText text={messages.ended} />
      );
    }
    case 'trialing':
      return (
        <RichText
          text={messages.trial({
            plan: getPlan(banner.plan).name,
            days: banner.days,
            hasCard: Boolean(status.card),
          })}
        />
      );
    case 'near': {
      const { percentage, exceeded } = status.monthlySales;
      const plan = getPlan(banner.plan).name;
      const text = exceeded ? messages.limitReached({ plan }) : messages.nearLimit({ plan, percentage });
      return (
        <UsageLine status={status}>
          <RichText text={text} />
          {banner.days !== null && ` ${messages.trialLeft({ days: banner.days })}`}
        </UsageLine>
      );
    }
    case 'new_price': {
      const price = { plan: getPlan(banner.plan).name, amount: formatBillAmount(banner.amount) };
      const text =
        status.price === null
          ? messages.newPrice(price)
          : messages.changedPrice({ ...price, oldAmount: formatBillAmount(status.price) });
      return <RichText text={text} tags={{ date: () => <PlanDate iso={banner.at} /> }} />;
    }
    case 'active':
      return (
        <UsageLine status={status}>
          <RichText text={messages.active({ plan: getPlan(banner.plan).name })} />
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
    busyLabel={portal.openingTarget === 'card' && billingMessages.opening}
  >
    {label}
  </Button>
);

/** Action for a pending upgrade: pay the invoice, else add a card, else open the subscription page. */
function UpgradeAction({ status, portal, isOnPlanPage }: BannerActionProps) {
  if (status.due?.url) return <InvoiceLink href={status.due.url} label={messages.viewInvoice} />;
  if (!status.card) return <CardButton portal={portal} label={billingMessages.addCard} />;
  return isOnPlanPage ? null : <BannerLink href="/subscription" label={messages.viewPlan} />;
}

function BannerAction(props: BannerActionProps) {
  const { banner, status, portal, isOnPlanPage } = props;
  switch (banner.kind) {
    case 'past_due':
      if (isOnPlanPage) return <CardButton portal={portal} kind="red" label={messages.updatePayment} />;
      return <BannerLink href="/subscription" kind="red" label={messages.updatePayment} />;
    case 'needs_upgrade':
      return <UpgradeAction {...props} />;
    case 'canceled':
      return <BannerLink href="/subscription?reactivate=true" kind="primary" label={messages.reactivate} />;
    case 'unpaid':
      return banner.url ? <InvoiceLink href={banner.url} kind="primary" label={billingMessages.payInvoice} /> : null;
    case 'none':
    case 'trial_used':
      return (
        <Link className={buttonVariants('plain', 'sm')} to="/pricing" reloadDocument>
          {messages.viewPlans}
        </Link>
      );
    case 'near': {
      const nextPlan = PLANS[PLANS.indexOf(getPlan(banner.plan)) + 1];
      return nextPlan ? (
        <BannerLink href={`/subscription#plan-${nextPlan.id}`} label={messages.comparePlan({ plan: nextPlan.name })} />
      ) : null;
    }
    case 'trialing':
      if (!isOnPlanPage) return <BannerLink href="/subscription" label={messages.choosePlan} />;
      return status.card ? null : <CardButton portal={portal} label={billingMessages.addCard} />;
    case 'new_price':
      return isOnPlanPage ? null : <BannerLink href="/subscription" label={messages.viewPlan} />;
    case 'active':
      return null;
  }
}

/** A trial is news until this many days before its end, then a warning. */
const TRIAL_WARNING_DAYS = 3;

function getTint(banner: PlanBanner): string {
  if (banner.kind === 'trialing' && banner.days > TRIAL_WARNING_DAYS) return 'plain';
  return BANNER_STYLES[banner.kind].tint;
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
  const { Icon } = BANNER_STYLES[banner.kind];
  return (
    <section
      aria-label={messages.label}
      data-state={banner.kind}
      className={['banner', getTint(banner), 'plan-banner', className].filter(Boolean).join(' ')}
    >
      <Icon className="i" aria-hidden="true" />
      <div>
        <BannerText banner={banner} status={status} />
      </div>
      <BannerAction {...{ banner, status, portal, isOnPlanPage }} />
    </section>
  );
}

import type { EmailOf } from '#domain/email.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { getPlan, TRIAL_DAYS } from '#domain/plans.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { ActionButton, Consent, Details, Paragraph, PriceDisplay, UsageBar } from './email-blocks.tsx';
import type { EmailContent, EmailLinks } from './email-content.tsx';
import {
  formatDateTime,
  formatDay,
  formatMonth,
  formatPlanPrice,
  formatUsd,
  formatWholeUsd,
  getPlanName,
} from './format.ts';

/** Announces the price that a seller pays from a renewal on, or withdraws an announcement. */
export function planPriceChangesEmail(
  { plan, from, to, beginsAt }: EmailOf<'plan_price_changes'>,
  { subscription }: EmailLinks,
): EmailContent {
  const name = getPlanName(plan);
  const startDay = formatDay(beginsAt);
  if (from === to)
    return {
      subject: `Your ${name} plan stays at ${formatUsd(from)} a month`,
      title: `Your ${name} plan stays at ${formatUsd(from)}`,
      preview: 'The new price that we announced does not apply.',
      body: (
        <>
          <Paragraph>
            We announced a new price for your {name} plan. It does not apply: your plan still costs {formatUsd(from)} a
            month.
          </Paragraph>
          <ActionButton href={subscription}>See your plan</ActionButton>
        </>
      ),
    };
  const change = `From ${startDay} your ${name} plan costs ${formatUsd(to)} instead of ${formatUsd(from)} a month.`;
  return {
    subject: `Your ${name} plan costs ${formatUsd(to)} a month from ${startDay}`,
    title: `A new price for your ${name} plan`,
    preview: change,
    body: (
      <>
        <Paragraph>
          {change}{' '}
          {to > from
            ? 'Until then, your price stays the same. Cancel before that day and you never pay the new price.'
            : 'The lower price begins with your next renewal. You don’t have to do anything.'}
        </Paragraph>
        <Details
          rows={[
            ['Price until then', `${formatUsd(from)} a month`],
            ['New price', `${formatUsd(to)} a month`],
            ['New price from', startDay],
          ]}
        />
        <ActionButton href={subscription}>See your plan</ActionButton>
      </>
    ),
  };
}

/** Terms of the sales limit that every seller with a limit agreed to. Repeated in each email about it. */
const describeLimitConsent = (plan = 'the next plan that fits'): string =>
  `If your sales of a month pass the limit, we move you to ${plan} and charge the difference for the rest of your billing month at once. In the trial, or without a card, nothing is charged. No sale is ever stopped.`;

const formatPlanWithPrice = (plan: string, cents: number): string => `${plan} (${formatWholeUsd(cents)} a month)`;
const formatLimit = (cents: number | null): string => (cents === null ? 'Unlimited' : `Up to ${formatWholeUsd(cents)}`);

export function welcomeTrialEmail(mail: EmailOf<'welcome_trial'>, { builder }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  return {
    subject: `Your ${TRIAL_DAYS}-day trial of ${name} has started`,
    title: 'Your trial has started',
    preview: 'Nothing to pay until it ends, and no card needed.',
    body: (
      <>
        <Paragraph>
          Welcome! You can try everything in {name} for {TRIAL_DAYS} days. You don’t pay anything until the trial ends,
          and you don’t need a card.
        </Paragraph>
        <Details
          rows={[
            ['Trial ends', formatDateTime(mail.trialEndsAt)],
            ['Then', `${name}, ${formatPlanPrice(mail.plan)}`],
            ['Monthly sales', formatLimit(mail.limit)],
          ]}
        />
        <Paragraph>
          Add a card before the trial ends to keep your pages on sale. Without one, you aren’t charged: your pages go
          off sale, and we keep everything for you.
        </Paragraph>
        {mail.limit !== null && <Consent>{describeLimitConsent()}</Consent>}
        <ActionButton href={builder}>Create your first page</ActionButton>
      </>
    ),
  };
}

const formatDaysLeft = (days: number): string => {
  if (days <= 0) return 'today';
  return days === 1 ? 'in one day' : `in ${days}\u00a0days`;
};

export function trialEndsEmail(mail: EmailOf<'trial_ends'>, { subscription }: EmailLinks): EmailContent {
  const subject = `Your trial ends ${formatDaysLeft(mail.days)}`;
  return {
    subject,
    title: subject,
    preview: 'Add a card to keep your pages on sale. Without one, you aren’t charged.',
    body: (
      <>
        <Details
          rows={[
            ['Trial ends', formatDateTime(mail.trialEndsAt)],
            ['Then', `${getPlanName(mail.plan)}, ${formatPlanPrice(mail.plan)}`],
          ]}
        />
        <Paragraph>
          Already added a card? Then you’re all set: your plan continues, and we charge the first month when the trial
          ends.
        </Paragraph>
        <Paragraph>
          Without a card, you aren’t charged. Your pages go off sale and say so to buyers. Your pages, drafts and orders
          are kept.
        </Paragraph>
        <ActionButton href={subscription}>Add a card</ActionButton>
      </>
    ),
  };
}

export const trialEndedEmail = (mail: EmailOf<'trial_ended'>, { subscription }: EmailLinks): EmailContent => ({
  subject: 'Your trial has ended, and your pages are kept',
  title: 'Your trial has ended',
  preview: 'You weren’t charged. Your pages are off sale until you reactivate your plan.',
  body: (
    <>
      <Paragraph>
        You hadn’t added a card, so you weren’t charged and your subscription is paused. Your pages can’t take payments
        for now, and they say so to buyers. Your pages, drafts and orders are kept.
      </Paragraph>
      <Paragraph>
        Reactivate {getPlanName(mail.plan)} for {formatPlanPrice(mail.plan)} at any time, and your pages sell again at
        the same addresses.
      </Paragraph>
      <ActionButton href={subscription}>Reactivate your plan</ActionButton>
    </>
  ),
});

export function usageWarningEmail(mail: EmailOf<'usage_warning'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  const percentage = `${mail.percentage}%`;
  return {
    subject: `You have used ${percentage} of ${name}’s limit this month`,
    title: `${percentage} of this month’s limit`,
    preview: `${formatUsd(mail.amount)} of the ${formatWholeUsd(mail.limit)} that ${name} covers.`,
    body: (
      <>
        <PriceDisplay amount={mail.amount} currency="USD" caption="Sold this month" />
        <UsageBar percentage={mail.percentage} />
        <Paragraph>
          Business is going well: you’ve sold {formatUsd(mail.amount)} this month, and {name} covers{' '}
          {formatWholeUsd(mail.limit)}. The count resets to zero on the 1st (UTC).
        </Paragraph>
        <Consent>{describeLimitConsent(formatPlanWithPrice(getPlanName(mail.nextPlan), mail.nextPrice))}</Consent>
        <ActionButton href={subscription}>See your usage</ActionButton>
      </>
    ),
  };
}

export function limitReachedEmail(mail: EmailOf<'limit_reached'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  const nextName = getPlanName(mail.nextPlan);
  return {
    subject: `You have reached ${name}’s limit for this month`,
    title: `You have reached ${name}’s limit`,
    preview: `${formatUsd(mail.amount)} sold this month; ${name} covers ${formatWholeUsd(mail.limit)}.`,
    body: (
      <>
        <PriceDisplay amount={mail.amount} currency="USD" caption="Sold this month" />
        <UsageBar percentage={Math.floor((mail.amount * 100) / mail.limit)} />
        <Paragraph>
          You’ve sold {formatUsd(mail.amount)} this month, and {name} covers {formatWholeUsd(mail.limit)}. Your pages
          keep selling, and buyers won’t notice anything.
        </Paragraph>
        <Paragraph>
          {mail.willCharge
            ? `Once your sales pass the limit, we move you to ${nextName}. We charge your card at once and email you the amount.`
            : 'You aren’t charged for it now.'}
        </Paragraph>
        <Consent>{describeLimitConsent(formatPlanWithPrice(nextName, mail.nextPrice))}</Consent>
        <ActionButton href={subscription}>See your usage</ActionButton>
      </>
    ),
  };
}

export function planUpgradedEmail(mail: EmailOf<'plan_upgraded'>, { subscription }: EmailLinks): EmailContent {
  const { charged } = mail;
  const name = getPlanName(mail.to);
  const limitUsd = getPlan(mail.to).monthlyLimitUsd;
  return {
    subject: `You are on ${name} now`,
    title: `You are on ${name} now`,
    preview: charged > 0 ? `${formatUsd(charged)} was charged.` : 'Nothing was charged.',
    body: (
      <>
        {charged > 0 && (
          <PriceDisplay amount={charged} currency="USD" caption="Charged for the rest of this billing month" />
        )}
        <Paragraph>
          Your sales of {formatMonth(mail.month)} passed {getPlanName(mail.from)}’s limit, so we moved you to {name}, as
          agreed.{' '}
          {charged > 0
            ? `We charged ${formatUsd(charged)} to your card: the difference between the two plans for the rest of your billing month.`
            : 'Nothing was charged for the move.'}
        </Paragraph>
        <Details
          rows={[
            ['Previous plan', getPlanName(mail.from)],
            ['New plan', `${name}, ${formatPlanPrice(mail.to)}`],
            ['Monthly sales', formatLimit(limitUsd === null ? null : limitUsd * 100)],
          ]}
        />
        <Paragraph>
          Expecting fewer sales? You can choose a smaller plan at any time. It begins with your next billing month, as
          long as that month’s sales fit its limit.
        </Paragraph>
        {limitUsd !== null && <Consent>{describeLimitConsent()}</Consent>}
        <ActionButton href={subscription}>See your plan</ActionButton>
      </>
    ),
  };
}

/** The provider's page if its URL is safe, else the app's own. */
const getPayUrl = (url: string | null, { subscription }: EmailLinks): string =>
  (url && parseSafeUrl(url)) || subscription;

const NEEDS_PAYMENT_COPY = {
  no_card: {
    subject: (name: string) => `Add a card to move to ${name}`,
    reason: 'We don’t have a card on file, so nothing was charged and your plan hasn’t changed.',
    label: 'Add a card',
  },
  declined: {
    subject: (name: string) => `Your payment for ${name} did not go through`,
    reason: 'We couldn’t charge the difference to your card, so your plan hasn’t changed.',
    label: 'Pay now',
  },
} as const;

export function upgradeNeedsPaymentEmail(mail: EmailOf<'upgrade_needs_payment'>, links: EmailLinks): EmailContent {
  const name = getPlanName(mail.to);
  const { subject, reason, label } = NEEDS_PAYMENT_COPY[mail.reason];
  return {
    subject: subject(name),
    title: subject(name),
    preview: 'Your sales passed your plan’s limit. Your pages keep selling.',
    body: (
      <>
        <Paragraph>
          This month’s sales passed your plan’s limit, and {name} ({formatPlanPrice(mail.to)}) is the plan that fits.{' '}
          {reason}
        </Paragraph>
        <Paragraph>Your pages keep selling in the meantime, and buyers won’t notice anything.</Paragraph>
        <Consent>{describeLimitConsent(formatPlanWithPrice(name, getPlan(mail.to).priceUsd * 100))}</Consent>
        <ActionButton href={getPayUrl(mail.url, links)}>{label}</ActionButton>
      </>
    ),
  };
}

export function paymentFailedEmail(mail: EmailOf<'payment_failed'>, links: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  return {
    subject: `Your payment of ${formatUsd(mail.amount)} did not go through`,
    title: 'Your payment did not go through',
    preview: `${formatUsd(mail.amount)} for ${name} is due.`,
    body: (
      <>
        <PriceDisplay amount={mail.amount} currency="USD" caption={`Due for ${name}`} />
        <Paragraph>
          We couldn’t charge your card for {name}.{' '}
          {mail.nextTryAt
            ? `We’ll try again on ${formatDateTime(mail.nextTryAt)}. Your pages stay on sale until then.`
            : 'We won’t try again automatically. Pay now to keep your pages on sale.'}
        </Paragraph>
        <Paragraph>
          If you have a new card, or your bank declined this one, you can pay with a different card now.
        </Paragraph>
        <ActionButton href={getPayUrl(mail.url, links)}>{mail.url ? 'Pay now' : 'Update your card'}</ActionButton>
      </>
    ),
  };
}

export function planCanceledEmail(mail: EmailOf<'plan_canceled'>, { subscription }: EmailLinks): EmailContent {
  const name = getPlanName(mail.plan);
  const kept = 'Your pages, drafts and orders are kept.';
  if (mail.endsAt === null)
    return {
      subject: `Your ${name} plan has ended`,
      title: `Your ${name} plan has ended`,
      preview: `Your pages are off sale. ${kept}`,
      body: (
        <>
          <Paragraph>
            Your pages no longer take payments, and they say so to buyers. {kept} You won’t be charged again.
          </Paragraph>
          <Paragraph>Come back at any time, and your pages sell again at the same addresses.</Paragraph>
          <ActionButton href={subscription}>Reactivate your plan</ActionButton>
        </>
      ),
    };
  return {
    subject: `Your ${name} plan ends on ${formatLongDate(new Date(mail.endsAt))}`,
    title: `Your ${name} plan is canceled`,
    preview: 'Your pages stay on sale until it ends.',
    body: (
      <>
        <Details rows={[['Plan ends', formatDateTime(mail.endsAt)]]} />
        <Paragraph>
          Your pages stay on sale until then, and you won’t be charged again. After that, they no longer take payments.{' '}
          {kept}
        </Paragraph>
        <Paragraph>Changed your mind? Resume your plan with one click.</Paragraph>
        <ActionButton href={subscription}>Resume your plan</ActionButton>
      </>
    ),
  };
}

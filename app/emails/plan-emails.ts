import { planEmailMessages } from '#content/messages/emails-plan.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { getPlan, TRIAL_DAYS, type PlanId } from '#domain/plans.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { actionButton, consent, details, priceDisplay, usageBar } from './email-blocks.tsx';
import type { EmailBlock, EmailLinks, EmailTemplates } from './email-content.ts';
import {
  formatDateTime,
  formatDay,
  formatMonth,
  formatPlanPrice,
  formatUsd,
  formatWholeUsd,
  getPlanName,
} from './format.ts';

const { details: labels, perMonth } = planEmailMessages;

/** Terms of the sales limit that every seller with a limit agreed to. Repeated in each email about it. */
const limitConsent = (plan?: string): EmailBlock =>
  consent(plan === undefined ? planEmailMessages.consentNextPlan : planEmailMessages.consent({ plan }));

const formatPlanWithPrice = (plan: string, cents: number): string =>
  planEmailMessages.planWithPrice({ plan, price: formatWholeUsd(cents) });
const formatNameAndPrice = (plan: PlanId): string =>
  planEmailMessages.planAndPrice({ plan: getPlanName(plan), price: formatPlanPrice(plan) });
const formatLimit = (cents: number | null): string =>
  cents === null ? planEmailMessages.unlimited : planEmailMessages.limit({ limit: formatWholeUsd(cents) });

/** The provider's page if its URL is safe, else the app's own. */
const getPayUrl = (url: string | null, { subscription }: EmailLinks): string =>
  (url && parseSafeUrl(url)) || subscription;

const usdDisplay = (caption: string, amount: number): EmailBlock => priceDisplay(caption, { amount, currency: 'USD' });

export const PLAN_TEMPLATES = {
  /** Announces the price that a seller pays from a renewal on, or withdraws an announcement. */
  plan_price_changes({ plan, from, to, beginsAt }, { subscription }) {
    const name = getPlanName(plan);
    const oldPrice = formatUsd(from);
    const newPrice = formatUsd(to);
    const day = formatDay(beginsAt);
    if (from === to) {
      const messages = planEmailMessages.priceStays;
      const values = { plan: name, price: oldPrice };
      return {
        subject: messages.subject(values),
        title: messages.title(values),
        preview: messages.preview,
        body: [messages.text(values), actionButton(planEmailMessages.seePlan, subscription)],
      };
    }
    const messages = planEmailMessages.priceChange;
    const change = messages.change({ plan: name, oldPrice, newPrice, day });
    return {
      subject: messages.subject({ plan: name, price: newPrice, day }),
      title: messages.title({ plan: name }),
      preview: change,
      body: [
        `${change} ${to > from ? messages.raised : messages.lowered}`,
        details(
          [labels.priceUntilThen, perMonth({ price: oldPrice })],
          [labels.newPrice, perMonth({ price: newPrice })],
          [labels.newPriceFrom, day],
        ),
        actionButton(planEmailMessages.seePlan, subscription),
      ],
    };
  },

  welcome_trial(mail, { builder }) {
    const messages = planEmailMessages.trialStarted;
    const values = { plan: getPlanName(mail.plan), days: TRIAL_DAYS };
    return {
      subject: messages.subject(values),
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text(values),
        details(
          [labels.trialEnds, formatDateTime(mail.trialEndsAt)],
          [labels.afterwards, formatNameAndPrice(mail.plan)],
          [labels.monthlySales, formatLimit(mail.limit)],
        ),
        messages.advice,
        mail.limit !== null && limitConsent(),
        actionButton(messages.create, builder),
      ],
    };
  },

  trial_ends(mail, { subscription }) {
    const messages = planEmailMessages.trialEnds;
    return {
      subject: messages.subject({ days: mail.days }),
      preview: messages.preview,
      body: [
        details(
          [labels.trialEnds, formatDateTime(mail.trialEndsAt)],
          [labels.afterwards, formatNameAndPrice(mail.plan)],
        ),
        messages.withCard,
        messages.withoutCard,
        actionButton(planEmailMessages.addCard, subscription),
      ],
    };
  },

  trial_ended({ plan }, { subscription }) {
    const messages = planEmailMessages.trialEnded;
    return {
      subject: messages.subject,
      title: messages.title,
      preview: messages.preview,
      body: [
        messages.text,
        messages.advice({ plan: getPlanName(plan), price: formatPlanPrice(plan) }),
        actionButton(planEmailMessages.reactivate, subscription),
      ],
    };
  },

  usage_warning(mail, { subscription }) {
    const messages = planEmailMessages.usageWarning;
    const plan = getPlanName(mail.plan);
    const percentage = `${mail.percentage}%`;
    const usage = { plan, sales: formatUsd(mail.amount), limit: formatWholeUsd(mail.limit) };
    return {
      subject: messages.subject({ plan, percentage }),
      title: messages.title({ percentage }),
      preview: messages.preview(usage),
      body: [
        usdDisplay(planEmailMessages.soldThisMonth, mail.amount),
        usageBar(mail.percentage),
        messages.text(usage),
        limitConsent(formatPlanWithPrice(getPlanName(mail.nextPlan), mail.nextPrice)),
        actionButton(planEmailMessages.seeUsage, subscription),
      ],
    };
  },

  limit_reached(mail, { subscription }) {
    const messages = planEmailMessages.limitReached;
    const plan = getPlanName(mail.plan);
    const nextPlan = getPlanName(mail.nextPlan);
    const usage = { plan, sales: formatUsd(mail.amount), limit: formatWholeUsd(mail.limit) };
    return {
      subject: messages.subject({ plan }),
      title: messages.title({ plan }),
      preview: messages.preview(usage),
      body: [
        usdDisplay(planEmailMessages.soldThisMonth, mail.amount),
        usageBar(Math.floor((mail.amount * 100) / mail.limit)),
        messages.text(usage),
        limitConsent(formatPlanWithPrice(nextPlan, mail.nextPrice)),
        mail.willCharge ? messages.willCharge : messages.noCharge,
        actionButton(planEmailMessages.seeUsage, subscription),
      ],
    };
  },

  plan_upgraded({ from, to, charged, month }, { subscription }) {
    const messages = planEmailMessages.upgraded;
    const limitUsd = getPlan(to).monthlyLimitUsd;
    const amount = formatUsd(charged);
    const move = { month: formatMonth(month), from: getPlanName(from), to: getPlanName(to) };
    return {
      subject:
        charged > 0 ? messages.subjectCharged({ plan: move.to, amount }) : messages.subjectFree({ plan: move.to }),
      title: messages.title({ plan: move.to }),
      preview: charged > 0 ? messages.previewCharged({ amount }) : messages.previewFree,
      body: [
        charged > 0 && usdDisplay(messages.charged, charged),
        charged > 0 ? messages.textCharged({ ...move, amount }) : messages.textFree(move),
        details(
          [labels.previousPlan, getPlanName(from)],
          [labels.newPlan, formatNameAndPrice(to)],
          [labels.monthlySales, formatLimit(limitUsd === null ? null : limitUsd * 100)],
        ),
        messages.advice,
        limitUsd !== null && limitConsent(),
        actionButton(planEmailMessages.seePlan, subscription),
      ],
    };
  },

  upgrade_needs_payment(mail, links) {
    const { preview, note, noCard, declined } = planEmailMessages.upgradeNeedsPayment;
    const plan = getPlanName(mail.to);
    const needsCard = mail.reason === 'no_card';
    const { subject, text } = needsCard ? noCard : declined;
    return {
      subject: subject({ plan }),
      preview,
      body: [
        text({ plan, price: formatPlanPrice(mail.to) }),
        note,
        limitConsent(formatPlanWithPrice(plan, getPlan(mail.to).priceUsd * 100)),
        actionButton(needsCard ? planEmailMessages.addCard : planEmailMessages.pay, getPayUrl(mail.url, links)),
      ],
    };
  },

  payment_failed(mail, links) {
    const messages = planEmailMessages.paymentFailed;
    const plan = getPlanName(mail.plan);
    const amount = formatUsd(mail.amount);
    return {
      subject: messages.subject({ amount }),
      title: messages.title,
      preview: messages.preview({ plan, amount }),
      body: [
        usdDisplay(messages.due({ plan }), mail.amount),
        mail.nextTryAt ? messages.nextTry({ plan, at: formatDateTime(mail.nextTryAt) }) : messages.noNextTry({ plan }),
        messages.advice,
        actionButton(mail.url ? planEmailMessages.pay : messages.updateCard, getPayUrl(mail.url, links)),
      ],
    };
  },

  plan_canceled(mail, { subscription }) {
    const plan = getPlanName(mail.plan);
    if (mail.endsAt === null) {
      const messages = planEmailMessages.ended;
      return {
        subject: messages.subject({ plan }),
        preview: messages.preview,
        body: [messages.text, messages.advice, actionButton(planEmailMessages.reactivate, subscription)],
      };
    }
    const messages = planEmailMessages.canceled;
    return {
      subject: messages.subject({ plan, day: formatLongDate(new Date(mail.endsAt)) }),
      title: messages.title({ plan }),
      preview: messages.preview,
      body: [
        details([labels.planEnds, formatDateTime(mail.endsAt)]),
        messages.text,
        messages.advice,
        actionButton(planEmailMessages.reactivate, subscription),
      ],
    };
  },
} satisfies Partial<EmailTemplates>;

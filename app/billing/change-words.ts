import { getPlan } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';

import { formatBillAmount } from './dollars.ts';
import { formatPlanDay } from './plan-day.tsx';

type PlanChangeToast = { title: string; message: string; link?: { label: string; href: string } };

const SUCCESS_TITLE = 'Plan Updated!';

/** Toast after a plan change. */
export function createPlanChangeToast({ change, plan, at, url, charged, message }: PlanChange): PlanChangeToast {
  const { name } = getPlan(plan);
  switch (change) {
    case 'upgraded':
      return {
        title: SUCCESS_TITLE,
        message: `You are on ${name} now. ${formatBillAmount(charged)} was charged.`,
      };
    case 'switched':
      return { title: SUCCESS_TITLE, message: `You are on ${name} now. Nothing is charged in the trial.` };
    case 'scheduled':
      return {
        title: SUCCESS_TITLE,
        message: `${name} begins ${at ? `on ${formatPlanDay(at)}` : 'with the next billing cycle'}.`,
      };
    case 'kept':
      return { title: SUCCESS_TITLE, message: `You stay on ${name}.` };
    case 'payment_needed':
      return {
        title: 'Payment needed',
        message: message ?? `${name} begins as soon as its invoice is paid.`,
        ...(url ? { link: { label: 'Pay the invoice', href: url } } : {}),
      };
  }
}

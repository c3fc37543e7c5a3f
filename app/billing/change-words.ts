import { planOf } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';

import { billText } from './dollars.ts';
import { dayText } from './plan-day.tsx';

type Words = { title: string; message: string; link?: { label: string; href: string } };

const DONE = 'Plan Updated!';

/** Toast after a plan change. */
export function changeWords({ change, plan, at, url, charged, message }: PlanChange): Words {
  const { name } = planOf(plan);
  switch (change) {
    case 'upgraded':
      return { title: DONE, message: `You are on ${name} now. ${billText(charged)} was charged.` };
    case 'switched':
      return { title: DONE, message: `You are on ${name} now. Nothing is charged in the trial.` };
    case 'scheduled':
      return {
        title: DONE,
        message: `${name} begins ${at ? `on ${dayText(at)}` : 'with the next billing cycle'}.`,
      };
    case 'kept':
      return { title: DONE, message: `You stay on ${name}.` };
    case 'payment_needed':
      return {
        title: 'Payment needed',
        message: message ?? `${name} begins as soon as its invoice is paid.`,
        ...(url ? { link: { label: 'Pay the invoice', href: url } } : {}),
      };
  }
}

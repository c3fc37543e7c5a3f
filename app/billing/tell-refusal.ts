import { CallError } from '#app/session/call-error.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Portal } from './use-portal.ts';

/** Refusals that a payment method helps out of, and what its key is called then. */
const CARD_HELPS: Readonly<Record<string, string>> = {
  payment_method_needed: 'Add a card',
  payment_declined: 'Use another card',
  payment_overdue: 'Update payment method',
};

/** Says why nothing came of it, and leads on: to the bill that is open, else to the payment method. */
export function tellRefusal(error: unknown, actionTitle: string, portal: Portal): void {
  const words = failWords(error, actionTitle);
  const label = error instanceof CallError ? CARD_HELPS[error.code] : undefined;
  const url = error instanceof CallError ? error.facts.url : undefined;
  if (typeof url === 'string')
    toast(words, { destructive: true, link: { label: label ?? 'Go on at Stripe', href: url } });
  else toast(words, { destructive: true, act: label ? { label, onAct: portal.openCard } : undefined });
}

import { CallError } from '#app/session/call-error.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Portal } from './use-portal.ts';

/** Error codes that a payment method resolves, with the label of the button. */
const CARD_HELPS: Readonly<Record<string, string>> = {
  payment_method_needed: 'Add a card',
  payment_declined: 'Use another card',
  payment_overdue: 'Update payment method',
};

/** Shows the error with a link to the open invoice, or a button for the payment method. */
export function tellRefusal(error: unknown, actionTitle: string, portal: Portal): void {
  const words = failWords(error, actionTitle);
  const label = error instanceof CallError ? CARD_HELPS[error.code] : undefined;
  const url = error instanceof CallError ? error.facts.url : undefined;
  if (typeof url === 'string')
    toast(words, { destructive: true, link: { label: label ?? 'Go on at Stripe', href: url } });
  else toast(words, { destructive: true, act: label ? { label, onAct: portal.openCard } : undefined });
}

import { toast } from '#app/components/toast.tsx';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';

import type { CustomerPortal } from './use-customer-portal.ts';

/** Error codes that a payment method resolves, with the label of the button. */
const CARD_BUTTON_LABELS: Readonly<Record<string, string>> = {
  payment_method_needed: 'Add a card',
  payment_declined: 'Use another card',
  payment_overdue: 'Update payment method',
};

/** Shows the error with a link to the open invoice, or a button for the payment method. */
export function showPlanErrorToast(error: unknown, actionTitle: string, portal: CustomerPortal): void {
  const toastContent = formatErrorToast(error, actionTitle);
  const label = error instanceof RpcError ? CARD_BUTTON_LABELS[error.code] : undefined;
  const url = error instanceof RpcError ? error.details.url : undefined;
  if (typeof url === 'string')
    toast(toastContent, { destructive: true, link: { label: label ?? 'Go on at Stripe', href: url } });
  else
    toast(toastContent, {
      destructive: true,
      action: label ? { label, onClick: portal.openCard } : undefined,
    });
}

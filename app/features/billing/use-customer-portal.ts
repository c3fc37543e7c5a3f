import { useState } from 'react';

import { openPendingTab } from '#app/components/utils/pending-tab.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useErrorToast } from '#app/lib/use-error-toast.ts';

export type CustomerPortal = {
  /** Both must be called in a click handler: Stripe's page opens in a new tab. */
  open: () => void;
  openCard: () => void;
  /** Which of the two is being opened. */
  openingTarget: 'whole' | 'card' | null;
};

/** Opens Stripe's customer portal for payment method, invoices and plan. */
export function useCustomerPortal(): CustomerPortal {
  const [openingTarget, setOpeningTarget] = useState<CustomerPortal['openingTarget']>(null);
  const showErrorToast = useErrorToast();
  async function openPortal(target: 'whole' | 'card') {
    const tab = openPendingTab();
    setOpeningTarget(target);
    try {
      const { url } = await callRpc('customer-portal', target === 'card' ? { flow: 'payment_method_update' } : {});
      tab.navigate(url, target === 'card' ? 'Add a card' : 'Manage Subscription');
    } catch (error) {
      tab.close();
      showErrorToast(error, 'Failed to open subscription portal');
    } finally {
      setOpeningTarget(null);
    }
  }
  return { open: () => void openPortal('whole'), openCard: () => void openPortal('card'), openingTarget };
}

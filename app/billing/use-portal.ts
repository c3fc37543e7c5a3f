import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { openBlankTab } from '#app/ui/blank-tab.ts';

export type Portal = {
  /** Both must be called in a click handler: Stripe's page opens in a new tab. */
  open: () => void;
  openCard: () => void;
  /** Which of the two is being opened. */
  opening: 'whole' | 'card' | null;
};

/** Opens Stripe's customer portal for payment method, invoices and plan. */
export function usePortal(): Portal {
  const [opening, setOpening] = useState<Portal['opening']>(null);
  const failToast = useFailToast();
  async function go(part: 'whole' | 'card') {
    const tab = openBlankTab();
    setOpening(part);
    try {
      const { url } = await call('customer-portal', part === 'card' ? { flow: 'payment_method_update' } : {});
      tab.send(url, part === 'card' ? 'Add a card' : 'Manage Subscription');
    } catch (error) {
      tab.close();
      failToast(error, 'Failed to open subscription portal');
    } finally {
      setOpening(null);
    }
  }
  return { open: () => void go('whole'), openCard: () => void go('card'), opening };
}

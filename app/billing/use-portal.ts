import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { openBlankTab } from '#app/ui/blank-tab.ts';

export type Portal = {
  /** Both must be called in a click: the provider's page opens in a tab of its own. */
  open: () => void;
  openCard: () => void;
  /** Which of the two is on its way. */
  opening: 'whole' | 'card' | null;
};

/** The provider's pages for the payment method, the invoices and the plan itself. */
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

import { openPendingTab, type PendingTab } from '#app/components/utils/pending-tab.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { billingMessages } from '#content/messages/billing.ts';

type PortalTarget = 'whole' | 'card';

export type CustomerPortal = {
  /** Both must be called in a click handler: Stripe's page opens in a new tab. */
  open: () => void;
  openCard: () => void;
  /** Which of the two is being opened. */
  openingTarget: PortalTarget | null;
};

/** Opens Stripe's customer portal for payment method, invoices and plan. */
export function useCustomerPortal(): CustomerPortal {
  const { input, run } = useAction(
    async ({ target, tab }: { target: PortalTarget; tab: PendingTab }) => {
      const { url } = await callRpc('customer-portal', target === 'card' ? { flow: 'payment_method_update' } : {});
      tab.navigate(url, target === 'card' ? billingMessages.portal.addCard : billingMessages.portal.manage);
    },
    { failureTitle: billingMessages.portalFailed },
  );
  const openPortal = async (target: PortalTarget) => {
    const tab = openPendingTab();
    if (!(await run({ target, tab }))) tab.close();
  };
  return {
    open: () => void openPortal('whole'),
    openCard: () => void openPortal('card'),
    openingTarget: input?.target ?? null,
  };
}

import { useState, useId } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { formatDay } from '#app/components/utils/reader-formats.ts';
import { getBuyerName } from '#app/lib/buyer-name.ts';
import { orderMessages } from '#content/messages/orders.ts';
import { subscriptionDialogMessages } from '#content/messages/subscription-dialogs.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

const { cancelDialog: dialogMessages, endPlanDialog: endPlanMessages } = subscriptionDialogMessages;

type Props = {
  subscription: BuyerSubscription;
  busy: boolean;
  onCancel: (now: boolean) => void;
  onClose: () => void;
};

/** The tags of a dialog's title. */
const createTitleTags = (subscription: BuyerSubscription) => ({
  product: () => <bdi>{subscription.productName}</bdi>,
  buyer: () => <bdi>{getBuyerName(subscription) ?? orderMessages.unknownBuyer}</bdi>,
});

/** Confirms that a payment plan ends before its last payment. It has no paid period, so it ends now. */
export const EndPlanDialog = ({ subscription, busy, onCancel, onClose }: Props) => (
  <FormDialog
    title={<RichText text={endPlanMessages.title} tags={createTitleTags(subscription)} />}
    cancelLabel={endPlanMessages.dismiss}
    submitLabel={endPlanMessages.submit}
    variant="red"
    busyLabel={busy && endPlanMessages.busy}
    initialFocus=".dlg-safe"
    onSubmit={() => onCancel(true)}
    onClose={onClose}
  >
    <p className="muted small">{endPlanMessages.description}</p>
  </FormDialog>
);

/** Asks when a buyer's subscription ends; a subscription that already has an end date can only end now. */
export function CancelSubscriptionDialog({ subscription, busy, onCancel, onClose }: Props) {
  const { state, periodEnd } = subscription;
  const canEndLater = state === 'active' || state === 'trialing';
  const [now, setNow] = useState(!canEndLater);
  const name = useId();
  const paidUntil = formatDay(periodEnd);
  const getPeriodEnd = state === 'trialing' ? dialogMessages.atTrialEnd : dialogMessages.atPeriodEnd;
  return (
    <FormDialog
      title={<RichText text={dialogMessages.title} tags={createTitleTags(subscription)} />}
      cancelLabel={dialogMessages.dismiss}
      submitLabel={now ? dialogMessages.submitNow : dialogMessages.submitAtPeriodEnd({ date: paidUntil })}
      variant="red"
      busyLabel={busy && dialogMessages.busy}
      initialFocus=".dlg-safe"
      onSubmit={() => onCancel(now)}
      onClose={onClose}
    >
      {canEndLater && (
        <fieldset className="refund-amount-fieldset">
          <legend>{dialogMessages.when}</legend>
          <label className="checkrow">
            <input type="radio" name={name} checked={!now} onChange={() => setNow(false)} />
            <span>{getPeriodEnd({ date: paidUntil })}</span>
          </label>
          <label className="checkrow">
            <input type="radio" name={name} checked={now} onChange={() => setNow(true)} />
            <span>{dialogMessages.now}</span>
          </label>
        </fieldset>
      )}
      <p className="muted small">{now ? dialogMessages.nowDescription : dialogMessages.atPeriodEndDescription}</p>
    </FormDialog>
  );
}

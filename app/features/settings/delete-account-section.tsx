import { useState } from 'react';

import { DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { clearBrowserData } from '#app/lib/session/session.ts';
import { settingsMessages } from '#content/messages/settings.ts';
import type { AccountDeletionSummary } from '#domain/account.ts';
import { ACCESS_DAYS_AFTER_DELETION } from '#domain/deliverable.ts';
import { PLANS } from '#domain/plans.ts';

import { SettingsSection, SectionQuery } from './settings-section.tsx';
import type { SectionProps } from './use-account.ts';

const messages = settingsMessages.deleteAccount;

function describePlan(id: string): string {
  const plan = PLANS.find((candidate) => candidate.id === id);
  return plan ? messages.effects.plan({ name: plan.name }) : messages.effects.unknownPlan;
}

/** Describes the consequences of a deletion, one sentence for each affected item. */
export function describeDeletion(preview: AccountDeletionSummary): string[] {
  const { pages, orders, buyersSubscriptions, hasDeliveries, subscription, connected } = preview;
  const { effects } = messages;
  return [
    ...(pages.total > 0 ? [effects.pages({ total: pages.total, published: pages.onSale })] : []),
    ...(orders > 0 ? [effects.orders({ count: orders })] : []),
    ...(buyersSubscriptions > 0 ? [effects.buyerSubscriptions({ count: buyersSubscriptions })] : []),
    ...(hasDeliveries ? [effects.deliveries({ days: ACCESS_DAYS_AFTER_DELETION })] : []),
    ...(subscription ? [describePlan(subscription.plan)] : []),
    ...(connected ? [effects.stripeAccount] : []),
    effects.final,
  ];
}

/** Shows the consequences of the deletion and asks for the email address as confirmation. */
function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const previewQuery = useRpcQuery('account-fate', {});
  const [typedEmail, setTypedEmail] = useState('');
  const { busy, error: serverError, clear, run } = useRpcMutation('delete-account');
  const isConfirmed = typedEmail.trim().toLowerCase() === email.toLowerCase();
  const deleteAccount = async () => {
    if (!(await run({ email: typedEmail.trim() }))) return;
    await clearBrowserData();
    window.location.replace('/?notice=account-deleted');
  };
  return (
    <FormDialog
      title={messages.title}
      submitLabel={messages.confirm}
      variant="red"
      cancelLabel={messages.cancel}
      busyLabel={busy && messages.busy}
      canSubmit={isConfirmed && previewQuery.data !== undefined}
      onSubmit={() => void deleteAccount()}
      onInput={clear}
      onClose={onClose}
    >
      <SectionQuery query={previewQuery} errorText={messages.loadError} rows={2}>
        {(preview) => (
          <ul className="deletion-effects">
            {describeDeletion(preview).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </SectionQuery>
      <TextField
        label={messages.emailLabel({ email })}
        type="email"
        autoComplete="off"
        value={typedEmail}
        error={serverError}
        onValueChange={setTypedEmail}
      />
    </FormDialog>
  );
}

export const DeleteAccountSection = ({ account }: SectionProps) => (
  <SettingsSection
    id="delete"
    description={messages.description}
    action={
      <DialogButton
        size="sm"
        renderDialog={(onClose) => <DeleteAccountDialog email={account.email} onClose={onClose} />}
      >
        {messages.open}
      </DialogButton>
    }
  />
);

import { useState } from 'react';

import { DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { clearBrowserData } from '#app/lib/session/session.ts';
import type { AccountDeletionSummary } from '#domain/account.ts';
import { PLANS } from '#domain/plans.ts';

import { SettingsSection, SectionQuery } from './settings-section.tsx';
import type { SectionProps } from './use-account.ts';

function describePages({ total, onSale }: AccountDeletionSummary['pages']): string {
  const deletedSentence = total === 1 ? 'Your page is deleted.' : `${total} pages are deleted.`;
  if (onSale === 0) return deletedSentence;
  if (total === 1) return `${deletedSentence} It is on sale now, and stops selling at once.`;
  const [subject, verbs] = onSale === 1 ? ['One of them', ['is', 'stops']] : [`${onSale} of them`, ['are', 'stop']];
  return `${deletedSentence} ${subject} ${verbs[0]} on sale now, and ${verbs[1]} selling at once.`;
}

const describeBuyerSubscriptions = (count: number): string =>
  count === 1
    ? 'One subscription of a buyer goes on at your Stripe account until you end it there.'
    : `${count} subscriptions of buyers go on at your Stripe account until you end them there.`;

function describePlan(id: string): string {
  const plan = PLANS.find((candidate) => candidate.id === id);
  return `Your ${plan ? `${plan.name} ` : ''}plan ends at once, and nothing more is charged.`;
}

/** Describes the consequences of a deletion, one sentence for each affected item. */
export function describeDeletion(preview: AccountDeletionSummary): string[] {
  const { pages, orders, buyersSubscriptions, subscription, connected } = preview;
  const orderCount = orders === 1 ? 'one order' : `${orders} orders`;
  return [
    ...(pages.total > 0 ? [describePages(pages)] : []),
    ...(orders > 0 ? [`The record of ${orderCount} is kept for the books, without your name and address.`] : []),
    ...(buyersSubscriptions > 0 ? [describeBuyerSubscriptions(buyersSubscriptions)] : []),
    ...(subscription ? [describePlan(subscription.plan)] : []),
    ...(connected ? ['Your Stripe account stays yours, with its money and customers. It is only disconnected.'] : []),
    'Every browser is signed out, and nobody can bring the account back.',
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
      title="Delete your account?"
      submitLabel="Delete account"
      variant="red"
      cancelLabel="Keep my account"
      busyLabel={busy && 'Deleting...'}
      canSubmit={isConfirmed && previewQuery.data !== undefined}
      onSubmit={() => void deleteAccount()}
      onInput={clear}
      onClose={onClose}
    >
      <SectionQuery query={previewQuery} subject="What becomes of your pages and orders" rows={2}>
        {(preview) => (
          <ul className="deletion-effects">
            {describeDeletion(preview).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </SectionQuery>
      <TextField
        label={`Type ${email} to delete it`}
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
    description="Your pages, everything that names you, and every way in. You read first what becomes of each thing."
    action={
      <DialogButton
        size="sm"
        renderDialog={(onClose) => <DeleteAccountDialog email={account.email} onClose={onClose} />}
      >
        Delete account
      </DialogButton>
    }
  />
);

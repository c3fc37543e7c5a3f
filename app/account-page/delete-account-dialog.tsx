import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { TextField } from '#app/session/typed-field.tsx';
import type { AccountDeletionSummary } from '#domain/account.ts';

import { describeDeletion } from './fate-words.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { leaveAfterDeletion } from './leave-for-good.ts';
import { SectionQuery } from './part-list.tsx';
import { useReauthFormAction } from '#app/session/use-field-act.ts';
import { useRefreshableQuery } from './use-reading.ts';

const fetchDeletionPreview = (): Promise<AccountDeletionSummary> => callRpc('account-fate', {});

/** Shows the consequences of the deletion and asks for the email address as confirmation. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const previewQuery = useRefreshableQuery(fetchDeletionPreview, 0);
  const [typedEmail, setTypedEmail] = useState('');
  const { busy, error: serverError, clear, run } = useReauthFormAction();
  const isConfirmed = typedEmail.trim().toLowerCase() === email.toLowerCase();
  const deleteAccount = async () => {
    if (await run(() => callRpc('delete-account', { email: typedEmail.trim() }))) await leaveAfterDeletion();
  };
  return (
    <FormDialog
      title="Delete your account?"
      submitLabel="Delete account"
      variant="red"
      cancelLabel="Keep my account"
      busyLabel={busy && 'Deleting...'}
      canSubmit={isConfirmed && previewQuery.status === 'ready'}
      onSubmit={() => void deleteAccount()}
      onClose={onClose}
    >
      <SectionQuery query={previewQuery} subject="What becomes of your pages and orders" rows={2}>
        {(preview) => (
          <ul className="acc-fate">
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
        onValueChange={(text) => {
          clear();
          setTypedEmail(text);
        }}
      />
    </FormDialog>
  );
}

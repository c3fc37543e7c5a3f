import { useState } from 'react';

import { ConfirmationLinkButton } from '#app/session/confirmation-link.tsx';
import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { TextField } from '#app/session/typed-field.tsx';
import { toast } from '#app/ui/toast.tsx';

import { listConfirmationRecipients, describeRecipients } from './email-change.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import type { AccountData } from './use-account.ts';
import { useReauthFormAction } from '#app/session/use-field-act.ts';

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

function validateNewEmail(newEmail: string, currentEmail: string): string | null {
  if (!newEmail) return 'Type the new address.';
  if (!EMAIL_PATTERN.test(newEmail)) return 'Type the whole address, like you@example.com.';
  return newEmail.toLowerCase() === currentEmail.toLowerCase() ? 'This is your address already.' : null;
}

type Props = AccountData & { onChanged: () => void; onClose: () => void };

/** Asks for the new address. The address changes only after the confirmation links were opened. */
export function ChangeEmailDialog({ account, user, onChanged, onClose }: Props) {
  const { email } = account;
  const [newEmail, setNewEmail] = useState('');
  const [validationError, setValidationError] = useState<string | null>(null);
  const { busy, error: serverError, code, clear, run } = useReauthFormAction();
  const submitChange = async () => {
    const trimmedEmail = newEmail.trim();
    const newError = validateNewEmail(trimmedEmail, email);
    setValidationError(newError);
    if (newError) return;
    const emailRedirectTo = `${window.location.origin}/account`;
    if (!(await run(() => unwrapAuthResponse(authClient().updateUser({ email: trimmedEmail }, { emailRedirectTo })))))
      return;
    const recipients = listConfirmationRecipients(account, user, trimmedEmail);
    toast({ title: 'Mail sent', message: `Open ${describeRecipients(recipients)}.` });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title="Change your email address"
      description={
        listConfirmationRecipients(account, user, '').length > 1
          ? `We send a link to the new address and one to ${email}. Until both are opened, nothing changes.`
          : 'We send a link to the new address. Until it is opened, nothing changes.'
      }
      submitLabel="Send the mail"
      busyLabel={busy && 'Sending...'}
      onSubmit={() => void submitChange()}
      onClose={onClose}
    >
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        value={newEmail}
        error={validationError ?? serverError}
        onValueChange={(text) => {
          setValidationError(null);
          clear();
          setNewEmail(text);
        }}
      />
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}

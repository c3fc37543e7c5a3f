import type { User } from '@supabase/auth-js';
import { Check, Clock, Mail, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { toast } from '#app/components/toast.tsx';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

import { ResendEmailButton } from './resend-email-button.tsx';
import { SettingsSection, SettingsRow } from './settings-section.tsx';
import type { SectionProps, AccountData } from './use-account.ts';

/**
 * Lists the addresses that must confirm an email change. The current address is skipped if it was never confirmed, or if
 * the user has a second factor.
 */
export function listConfirmationRecipients(
  account: Pick<Account, 'email' | 'emailConfirmed'>,
  user: Pick<User, 'factors'>,
  newEmail: string,
): string[] {
  const hasSecondFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return account.emailConfirmed && !hasSecondFactor ? [newEmail, account.email] : [newEmail];
}

export const describeRecipients = ([first = '', second]: readonly string[]): string =>
  second ? `the mail at ${first} and the one at ${second}` : `the mail at ${first}`;

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

function validateNewEmail(newEmail: string, currentEmail: string): string | null {
  if (!newEmail) return 'Type the new address.';
  if (!EMAIL_PATTERN.test(newEmail)) return 'Type the whole address, like you@example.com.';
  return newEmail.toLowerCase() === currentEmail.toLowerCase() ? 'This is your address already.' : null;
}

type Props = AccountData & { onChanged: () => void; onClose: () => void };

/** Asks for the new address. The address changes only after the confirmation links were opened. */
function ChangeEmailDialog({ account, user, onChanged, onClose }: Props) {
  const { email } = account;
  const [newEmail, setNewEmail] = useState('');
  const [validationError, setValidationError] = useState<string | null>(null);
  const { busy, error: serverError, code, clear, run } = useFormAction();
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

function PendingEmailRow({ newEmail, recipients }: { newEmail: string; recipients: readonly string[] }) {
  return (
    <SettingsRow
      Icon={MailQuestionMark}
      name={newEmail}
      details={
        <>
          <Badge label="Waiting" variant="canary" Icon={Clock} />
          <span>Open {describeRecipients(recipients)}. Until then your address stays as it is.</span>
        </>
      }
    >
      <ResendEmailButton type="email_change" email={newEmail} />
    </SettingsRow>
  );
}

export function EmailSection({ account, user, refresh }: SectionProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { email, emailConfirmed, newEmail } = account;
  return (
    <SettingsSection id="email" description="You sign in with it, and what concerns your account is sent there.">
      <ul className="sheet">
        <SettingsRow
          Icon={Mail}
          name={email}
          details={
            emailConfirmed ? (
              <Badge label="Confirmed" variant="mint" Icon={Check} />
            ) : (
              <>
                <Badge label="Not confirmed" variant="canary" Icon={TriangleAlert} />
                <span>Confirm your address: open the link in the mail that we sent you.</span>
              </>
            )
          }
        >
          {!emailConfirmed && <ResendEmailButton type="signup" email={email} />}
          <Button size="sm" onClick={() => setIsDialogOpen(true)}>
            Change<span className="vh"> email address</span>
          </Button>
        </SettingsRow>
        {newEmail && (
          <PendingEmailRow newEmail={newEmail} recipients={listConfirmationRecipients(account, user, newEmail)} />
        )}
      </ul>
      {isDialogOpen && (
        <ChangeEmailDialog account={account} user={user} onChanged={refresh} onClose={() => setIsDialogOpen(false)} />
      )}
    </SettingsSection>
  );
}

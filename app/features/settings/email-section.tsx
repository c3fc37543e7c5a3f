import type { User } from '@supabase/auth-js';
import { Check, Clock, Mail, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { ConfirmationLinkButton } from '#app/lib/session/confirmation-link.tsx';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

import { SettingsSection, SettingsRow } from './settings-section.tsx';
import { useAccountAction, type SectionProps } from './use-account.ts';

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

function validateNewEmail(newEmail: string, currentEmail: string): void {
  if (!newEmail) throw new InputError('Type the new address.');
  if (!EMAIL_PATTERN.test(newEmail)) throw new InputError('Type the whole address, like you@example.com.');
  if (newEmail.toLowerCase() === currentEmail.toLowerCase()) throw new InputError('This is your address already.');
}

type Props = SectionProps & { onClose: () => void };

/** Asks for the new address. The address changes only after the confirmation links were opened. */
function ChangeEmailDialog({ account, user, onClose }: Props) {
  const [typedEmail, setTypedEmail] = useState('');
  const newEmail = typedEmail.trim();
  const recipients = listConfirmationRecipients(account, user, newEmail);
  const { busy, error, code, clear, run } = useAccountAction(
    async () => {
      validateNewEmail(newEmail, account.email);
      await unwrapAuthResponse(authClient().updateUser({ email: newEmail }, { emailRedirectTo: getReturnUrl() }));
    },
    {
      success: () => ({ title: 'Mail sent', message: `Open ${describeRecipients(recipients)}.` }),
      onSuccess: onClose,
    },
  );
  return (
    <FormDialog
      title="Change your email address"
      description={
        recipients.length > 1
          ? `We send a link to the new address and one to ${account.email}. Until both are opened, nothing changes.`
          : 'We send a link to the new address. Until it is opened, nothing changes.'
      }
      submitLabel="Send the mail"
      busyLabel={busy && 'Sending...'}
      onSubmit={() => void run()}
      onInput={clear}
      onClose={onClose}
    >
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        value={typedEmail}
        error={error}
        onValueChange={setTypedEmail}
      />
      <ConfirmationLinkButton code={code} />
    </FormDialog>
  );
}

/** The page that links in emails lead back to. */
const getReturnUrl = (): string => `${window.location.origin}/account`;

type ResendProps = { type: 'signup' | 'email_change'; email: string };

export function ResendEmailButton({ type, email }: ResendProps) {
  const { busy, run } = useAction(
    () => unwrapAuthResponse(authClient().resend({ type, email, options: { emailRedirectTo: getReturnUrl() } })),
    {
      success: { title: 'Mail sent', message: `Check the inbox of ${email}.` },
      failureTitle: 'The mail was not sent',
    },
  );
  return (
    <Button size="sm" onClick={() => void run()} busyLabel={busy && 'Sending...'}>
      Send again
    </Button>
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

export function EmailSection({ account, user }: SectionProps) {
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
          <DialogButton
            size="sm"
            renderDialog={(onClose) => <ChangeEmailDialog account={account} user={user} onClose={onClose} />}
          >
            Change<span className="vh"> email address</span>
          </DialogButton>
        </SettingsRow>
        {newEmail && (
          <PendingEmailRow newEmail={newEmail} recipients={listConfirmationRecipients(account, user, newEmail)} />
        )}
      </ul>
    </SettingsSection>
  );
}

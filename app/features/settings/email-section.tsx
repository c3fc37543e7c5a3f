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
import { callAuth } from '#app/lib/session/session.ts';
import { settingsMessages } from '#content/messages/settings.ts';
import type { Account } from '#domain/account.ts';

import { SettingsSection, SettingsRow } from './settings-section.tsx';
import { useAccountAction, type SectionProps } from './use-account.ts';

const messages = settingsMessages.email;

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

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

function validateNewEmail(newEmail: string, currentEmail: string): void {
  if (!newEmail) throw new InputError(messages.changeDialog.errors.missing);
  if (!EMAIL_PATTERN.test(newEmail)) throw new InputError(messages.changeDialog.errors.invalid);
  if (newEmail.toLowerCase() === currentEmail.toLowerCase())
    throw new InputError(messages.changeDialog.errors.unchanged);
}

type Props = SectionProps & { onClose: () => void };

/** Asks for the new address. The address changes only after the confirmation links were opened. */
function ChangeEmailDialog({ account, user, onClose }: Props) {
  const dialogMessages = messages.changeDialog;
  const [typedEmail, setTypedEmail] = useState('');
  const newEmail = typedEmail.trim();
  const recipients = listConfirmationRecipients(account, user, newEmail);
  const { busy, error, code, clear, run } = useAccountAction(
    async () => {
      validateNewEmail(newEmail, account.email);
      await callAuth((auth) => auth.updateUser({ email: newEmail }, { emailRedirectTo: getReturnUrl() }));
    },
    {
      success: () => ({ title: dialogMessages.sent, message: dialogMessages.sentDescription({ recipients }) }),
      onSuccess: onClose,
    },
  );
  return (
    <FormDialog
      title={dialogMessages.title}
      description={
        recipients.length > 1
          ? dialogMessages.descriptionBoth({ currentEmail: account.email })
          : dialogMessages.description
      }
      submitLabel={dialogMessages.submit}
      busyLabel={busy && dialogMessages.busy}
      onSubmit={() => void run()}
      onInput={clear}
      onClose={onClose}
    >
      <TextField
        label={dialogMessages.newEmailLabel}
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
    () => callAuth((auth) => auth.resend({ type, email, options: { emailRedirectTo: getReturnUrl() } })),
    {
      success: { title: messages.resend.sent, message: messages.resend.sentDescription({ email }) },
      failureTitle: messages.resend.failed,
    },
  );
  return (
    <Button size="sm" onClick={() => void run()} busyLabel={busy && messages.resend.busy}>
      {messages.resend.button}
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
          <Badge label={messages.pending.badge} variant="canary" Icon={Clock} />
          <span>{messages.pending.hint({ recipients })}</span>
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
    <SettingsSection id="email" description={messages.description}>
      <ul className="sheet">
        <SettingsRow
          Icon={Mail}
          name={email}
          details={
            emailConfirmed ? (
              <Badge label={messages.confirmed} variant="mint" Icon={Check} />
            ) : (
              <>
                <Badge label={messages.unconfirmed} variant="canary" Icon={TriangleAlert} />
                <span>{messages.unconfirmedHint}</span>
              </>
            )
          }
        >
          {!emailConfirmed && <ResendEmailButton type="signup" email={email} />}
          <DialogButton
            size="sm"
            renderDialog={(onClose) => <ChangeEmailDialog account={account} user={user} onClose={onClose} />}
          >
            {messages.change.visible}
            <span className="vh"> {messages.change.hidden}</span>
          </DialogButton>
        </SettingsRow>
        {newEmail && (
          <PendingEmailRow newEmail={newEmail} recipients={listConfirmationRecipients(account, user, newEmail)} />
        )}
      </ul>
    </SettingsSection>
  );
}

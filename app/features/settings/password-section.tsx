import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { PasswordField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { PasswordMeter } from '#app/lib/session/password-meter.tsx';
import { authClient, refreshUser } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

import { SettingsSection, SettingsRow } from './settings-section.tsx';
import { useAccountAction, type SectionProps } from './use-account.ts';

const OTHER_BROWSERS_MESSAGE = 'Every other browser is signed out.';

type PasswordUpdate = { password: string; current_password?: string };

/**
 * The current password counts as reauthentication, even if the second factor is still required. New tokens therefore
 * replace the old ones.
 */
async function updatePassword(update: PasswordUpdate): Promise<void> {
  const { error } = await authClient().updateUser(update);
  const isVerified = !error || error.code === 'reauthentication_needed';
  if (update.current_password && isVerified) await refreshUser().catch(() => undefined);
  if (error) throw error;
}

type Props = { account: Account; onClose: () => void };

/** Sets a new password. Asks for the current one if there is one. */
function PasswordDialog({ account, onClose }: Props) {
  const { email, hasPassword, options } = account;
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, code, clear, run } = useAccountAction(
    async () => {
      if (Array.from(password).length < options.minPassword)
        throw new InputError(`A password has at least ${options.minPassword} characters.`);
      await updatePassword({ password, ...(hasPassword && { current_password: currentPassword }) });
    },
    {
      success: { title: hasPassword ? 'Password changed' : 'Password set', message: OTHER_BROWSERS_MESSAGE },
      onSuccess: onClose,
    },
  );
  const isWrong = code === 'invalid_credentials';
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description={`This browser stays signed in. ${OTHER_BROWSERS_MESSAGE}`}
      submitLabel={hasPassword ? 'Change password' : 'Set password'}
      busyLabel={busy && 'Saving...'}
      onSubmit={() => void run()}
      onInput={clear}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <PasswordField
          label="Current password"
          value={currentPassword}
          error={isWrong ? 'This is not your password.' : null}
          hint={<Link to="/auth/forgot">Forgot your password?</Link>}
          onValueChange={setCurrentPassword}
        />
      )}
      <PasswordField
        label="New password"
        isNew
        value={password}
        error={isWrong ? null : error}
        hint={<PasswordMeter password={password} minLength={options.minPassword} />}
        onValueChange={setPassword}
      />
    </FormDialog>
  );
}

export function PasswordSection({ account }: SectionProps) {
  const { hasPassword } = account;
  return (
    <SettingsSection id="password">
      <ul className="sheet">
        <SettingsRow
          Icon={KeyRound}
          name={hasPassword ? 'You sign in with a password' : 'No password yet'}
          details={
            hasPassword
              ? 'A new one signs out every other browser.'
              : 'With one you can still come in when a connected account is lost.'
          }
        >
          <DialogButton size="sm" renderDialog={(onClose) => <PasswordDialog account={account} onClose={onClose} />}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </DialogButton>
        </SettingsRow>
      </ul>
    </SettingsSection>
  );
}

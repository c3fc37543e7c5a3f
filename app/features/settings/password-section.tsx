import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { FormDialog } from '#app/components/dialog.tsx';
import { PasswordField } from '#app/components/text-field.tsx';
import { toast } from '#app/components/toast.tsx';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { PasswordMeter } from '#app/lib/session/password-meter.tsx';
import { authClient, refreshUser } from '#app/lib/session/session.ts';
import type { Account } from '#domain/account.ts';

import { SettingsSection, SettingsRow } from './settings-section.tsx';
import type { SectionProps } from './use-account.ts';

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

type Props = { account: Account; onChanged: () => void; onClose: () => void };

/** Sets a new password. Asks for the current one if there is one. */
function PasswordDialog({ account, onChanged, onClose }: Props) {
  const { email, hasPassword, options } = account;
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const [showTooShort, setShowTooShort] = useState(false);
  const { busy, error: serverError, code, clear, run } = useFormAction();
  const isWrong = code === 'invalid_credentials';
  const tooShortMessage = `A password has at least ${options.minPassword} characters.`;
  const changePassword = async () => {
    const tooShort = Array.from(password).length < options.minPassword;
    setShowTooShort(tooShort);
    const update = { password, ...(hasPassword && { current_password: currentPassword }) };
    if (tooShort || !(await run(() => updatePassword(update)))) return;
    toast({ title: hasPassword ? 'Password changed' : 'Password set', message: OTHER_BROWSERS_MESSAGE });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description={`This browser stays signed in. ${OTHER_BROWSERS_MESSAGE}`}
      submitLabel={hasPassword ? 'Change password' : 'Set password'}
      busyLabel={busy && 'Saving...'}
      onSubmit={() => void changePassword()}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <PasswordField
          label="Current password"
          value={currentPassword}
          error={isWrong ? 'This is not your password.' : null}
          hint={<Link to="/auth/forgot">Forgot your password?</Link>}
          onValueChange={(text) => {
            clear();
            setCurrentPassword(text);
          }}
        />
      )}
      <PasswordField
        label="New password"
        isNew
        value={password}
        error={showTooShort ? tooShortMessage : !isWrong && serverError ? serverError : null}
        hint={<PasswordMeter password={password} minLength={options.minPassword} />}
        onValueChange={(text) => {
          setShowTooShort(false);
          clear();
          setPassword(text);
        }}
      />
    </FormDialog>
  );
}

export function PasswordSection({ account, refresh }: SectionProps) {
  const [isOpen, setIsOpen] = useState(false);
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
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </SettingsRow>
      </ul>
      {isOpen && <PasswordDialog account={account} onChanged={refresh} onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}

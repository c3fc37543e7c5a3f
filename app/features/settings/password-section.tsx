import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { PasswordField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { PasswordMeter } from '#app/lib/session/password-meter.tsx';
import { loadAuthClient, refreshUser } from '#app/lib/session/session.ts';
import { settingsMessages } from '#content/messages/settings.ts';
import type { Account } from '#domain/account.ts';

import { SettingsSection, SettingsRow } from './settings-section.tsx';
import { useAccountAction, type SectionProps } from './use-account.ts';

const messages = settingsMessages.password;

type PasswordUpdate = { password: string; current_password?: string };

/**
 * The current password counts as reauthentication, even if the second factor is still required. New tokens therefore
 * replace the old ones.
 */
async function updatePassword(update: PasswordUpdate): Promise<void> {
  const { error } = await (await loadAuthClient()).updateUser(update);
  const isVerified = !error || error.code === 'reauthentication_needed';
  if (update.current_password && isVerified) await refreshUser().catch(() => undefined);
  if (error) throw error;
}

type Props = { account: Account; onClose: () => void };

/** Sets a new password. Asks for the current one if there is one. */
function PasswordDialog({ account, onClose }: Props) {
  const dialogMessages = messages.dialog;
  const { email, hasPassword, options } = account;
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, code, clear, run } = useAccountAction(
    async () => {
      if (Array.from(password).length < options.minPassword)
        throw new InputError(dialogMessages.tooShort({ minLength: options.minPassword }));
      await updatePassword({ password, ...(hasPassword && { current_password: currentPassword }) });
    },
    {
      success: {
        title: hasPassword ? dialogMessages.changed : dialogMessages.set,
        message: dialogMessages.othersSignedOut,
      },
      onSuccess: onClose,
    },
  );
  const isWrong = code === 'invalid_credentials';
  return (
    <FormDialog
      title={hasPassword ? dialogMessages.changeTitle : dialogMessages.setTitle}
      description={dialogMessages.description}
      submitLabel={hasPassword ? dialogMessages.changeSubmit : dialogMessages.setSubmit}
      busyLabel={busy && dialogMessages.busy}
      onSubmit={() => void run()}
      onInput={clear}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <PasswordField
          label={dialogMessages.currentLabel}
          value={currentPassword}
          error={isWrong ? dialogMessages.wrongCurrent : null}
          hint={<Link to="/auth/forgot">{dialogMessages.forgot}</Link>}
          onValueChange={setCurrentPassword}
        />
      )}
      <PasswordField
        label={dialogMessages.newLabel}
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
          name={hasPassword ? messages.set.title : messages.unset.title}
          details={hasPassword ? messages.set.description : messages.unset.description}
        >
          <DialogButton size="sm" renderDialog={(onClose) => <PasswordDialog account={account} onClose={onClose} />}>
            {hasPassword ? messages.changeButton : messages.setButton}
          </DialogButton>
        </SettingsRow>
      </ul>
    </SettingsSection>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';

import { PasswordMeter } from '#app/session/password-meter.tsx';
import { authClient, refreshUser } from '#app/session/session.ts';
import { SecretField } from '#app/session/typed-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Account } from '#domain/account.ts';

import { FormDialog } from '#app/ui/form-dialog.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';

const OTHERS = 'Every other browser is signed out.';

type Wish = { password: string; current_password?: string };

/**
 * The current password counts as reauthentication, even if the second factor is still required. New tokens therefore
 * replace the old ones.
 */
async function writePassword(wish: Wish): Promise<void> {
  const { error } = await authClient().updateUser(wish);
  const isShown = !error || error.code === 'reauthentication_needed';
  if (wish.current_password && isShown) await refreshUser().catch(() => undefined);
  if (error) throw error;
}

type Props = { account: Account; onChanged: () => void; onClose: () => void };

/** Sets a new password. Asks for the current one if there is one. */
export function PasswordDialog({ account, onChanged, onClose }: Props) {
  const { email, hasPassword, options } = account;
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  const { busy, problem, code, clear, run } = useFieldAct();
  const isWrong = code === 'invalid_credentials';
  const least = `A password has at least ${options.minPassword} characters.`;
  const change = async () => {
    const tooShort = Array.from(password).length < options.minPassword;
    setShort(tooShort);
    const wish = { password, ...(hasPassword && { current_password: present }) };
    if (tooShort || !(await run(() => writePassword(wish)))) return;
    toast({ title: hasPassword ? 'Password changed' : 'Password set', message: OTHERS });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      about={`This browser stays signed in. ${OTHERS}`}
      act={hasPassword ? 'Change password' : 'Set password'}
      busy={busy && 'Saving...'}
      onSubmit={() => void change()}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <SecretField
          label="Current password"
          autoComplete="current-password"
          value={present}
          error={isWrong ? 'This is not your password.' : null}
          hint={<Link to="/auth/forgot">Forgot your password?</Link>}
          onType={(typed) => {
            clear();
            setPresent(typed);
          }}
        />
      )}
      <SecretField
        label="New password"
        autoComplete="new-password"
        value={password}
        error={short ? least : !isWrong && problem ? problem : null}
        hint={<PasswordMeter password={password} least={options.minPassword} />}
        onType={(next) => {
          setShort(false);
          clear();
          setPassword(next);
        }}
      />
    </FormDialog>
  );
}

import { useState } from 'react';

import { PasswordMeter } from '#app/session/password-meter.tsx';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { SecretField } from '#app/session/typed-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Account } from '#domain/account.ts';

import { FormDialog } from '#app/ui/form-dialog.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';

const OTHERS = 'Every other browser is signed out.';

type Props = { account: Account; onChanged: () => void; onClose: () => void };

/** A new password; the present one is asked for by the question who they are. */
export function PasswordDialog({ account, onChanged, onClose }: Props) {
  const { email, hasPassword, options } = account;
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  const { busy, problem, clear, run } = useFieldAct();
  const least = `A password has at least ${options.minPassword} characters.`;
  const change = async () => {
    const tooShort = Array.from(password).length < options.minPassword;
    setShort(tooShort);
    if (tooShort || !(await run(() => taken(authClient().updateUser({ password }))))) return;
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
      <SecretField
        label="New password"
        autoComplete="new-password"
        value={password}
        error={short ? least : problem}
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

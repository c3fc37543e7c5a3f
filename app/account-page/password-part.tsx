import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { Key } from '#app/ui/key.tsx';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import type { PartProps } from './use-account.ts';

export function PasswordPart({ account, changed }: PartProps) {
  const [open, setOpen] = useState(false);
  const { hasPassword } = account;
  return (
    <AccountPart id="password">
      <ul className="sheet acc-list">
        <AccountRow
          Icon={KeyRound}
          name={hasPassword ? 'You sign in with a password' : 'No password yet'}
          facts={
            hasPassword
              ? 'A new one signs out every other browser.'
              : 'With one you can still come in when a connected account is lost.'
          }
        >
          <Key size="sm" onClick={() => setOpen(true)}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Key>
        </AccountRow>
      </ul>
      {open && <PasswordDialog account={account} onChanged={changed} onClose={() => setOpen(false)} />}
    </AccountPart>
  );
}

import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/key.tsx';

import { SettingsSection } from './account-part.tsx';
import { SettingsRow } from './account-row.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import type { SectionProps } from './use-account.ts';

export function PasswordSection({ account, refresh }: SectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { hasPassword } = account;
  return (
    <SettingsSection id="password">
      <ul className="sheet acc-list">
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

import { useState } from 'react';

import { Button } from '#app/ui/key.tsx';

import { SettingsSection } from './account-part.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import type { SectionProps } from './use-account.ts';

export function DeleteAccountSection({ account }: SectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsSection
      id="delete"
      description="Your pages, everything that names you, and every way in. You read first what becomes of each thing."
      action={
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      }
    >
      {isOpen && <DeleteAccountDialog email={account.email} onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}

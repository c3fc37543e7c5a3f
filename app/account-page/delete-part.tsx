import { useState } from 'react';

import { Key } from '#app/ui/key.tsx';

import { AccountPart } from './account-part.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import type { PartProps } from './use-account.ts';

export function DeletePart({ account }: PartProps) {
  const [open, setOpen] = useState(false);
  return (
    <AccountPart
      id="delete"
      about="Your pages, everything that names you, and every way in. You read first what becomes of each thing."
      act={
        <Key size="sm" onClick={() => setOpen(true)}>
          Delete account
        </Key>
      }
    >
      {open && <DeleteAccountDialog email={account.email} onClose={() => setOpen(false)} />}
    </AccountPart>
  );
}

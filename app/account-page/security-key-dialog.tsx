import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';

import type { AddFactorProps } from './add-factor.ts';
import { FactorNameField } from './factor-name-field.tsx';
import { discardUnfinished } from './factors.ts';
import { FormDialog } from './form-dialog.tsx';
import { useFieldAct } from './use-field-act.ts';

async function register(friendlyName: string): Promise<void> {
  await discardUnfinished('webauthn');
  await taken(authClient().mfa.webauthn.register({ friendlyName }));
}

/** Its name, then the browser asks for the key itself. */
export function SecurityKeyDialog({ suggested, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(suggested);
  const { busy, problem, clear, run } = useFieldAct();
  const add = async () => {
    if (await run(() => register(name.trim() || suggested))) onAdded();
  };
  return (
    <FormDialog
      title="Add a security key"
      about="Have the key at hand. Your browser asks you to touch it, or to unlock this device."
      act="Continue"
      busy={busy && 'Waiting for it...'}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <FactorNameField
        value={name}
        onType={(typed) => {
          clear();
          setName(typed);
        }}
        error={problem}
      />
    </FormDialog>
  );
}

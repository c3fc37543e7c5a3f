import { useRef, useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';

import type { AddFactorProps } from './add-factor.ts';
import { FactorNameField } from './factor-name-field.tsx';
import { discardUnfinished } from './factors.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';

/** Registers a security key. Removes the unverified factor if the user or the browser cancels. */
async function register(friendlyName: string, signal: AbortSignal): Promise<void> {
  await discardUnfinished('webauthn');
  try {
    await taken(authClient().mfa.webauthn.register({ friendlyName, webauthn: { signal } }));
  } catch (error) {
    await discardUnfinished('webauthn').catch(() => undefined);
    throw error;
  }
}

/** Asks for a name, then the browser prompts for the key. */
export function SecurityKeyDialog({ suggested, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(suggested);
  const { busy, problem, clear, run } = useFieldAct();
  const asking = useRef<AbortController | null>(null);
  const add = async () => {
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (await run(() => register(name.trim() || suggested, signal))) onAdded();
    else if (signal.aborted) onClose();
  };
  const leave = () => {
    if (busy) asking.current?.abort();
    else onClose();
  };
  return (
    <FormDialog
      title="Add a security key"
      about="Have the key at hand. Your browser asks you to touch it, or to unlock this device."
      act="Continue"
      busy={busy && 'Waiting for it...'}
      onSubmit={() => void add()}
      onClose={leave}
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

import { useRef, useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { useReauthFormAction } from '#app/lib/use-form-action.ts';

import { discardUnverifiedFactors } from './account-factors.ts';
import { type AddFactorProps, FactorNameField } from './add-factor.tsx';

/** Registers a security key. Removes the unverified factor if the user or the browser cancels. */
async function registerSecurityKey(friendlyName: string, signal: AbortSignal): Promise<void> {
  await discardUnverifiedFactors('webauthn');
  try {
    await unwrapAuthResponse(authClient().mfa.webauthn.register({ friendlyName, webauthn: { signal } }));
  } catch (error) {
    await discardUnverifiedFactors('webauthn').catch(() => undefined);
    throw error;
  }
}

/** Asks for a name, then the browser prompts for the key. */
export function SecurityKeyDialog({ suggestedName, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(suggestedName);
  const { busy, error, clear, run } = useReauthFormAction();
  const abortControllerRef = useRef<AbortController | null>(null);
  const handleAdd = async () => {
    abortControllerRef.current = new AbortController();
    const { signal } = abortControllerRef.current;
    if (await run(() => registerSecurityKey(name.trim() || suggestedName, signal))) onAdded();
    else if (signal.aborted) onClose();
  };
  const handleClose = () => {
    if (busy) abortControllerRef.current?.abort();
    else onClose();
  };
  return (
    <FormDialog
      title="Add a security key"
      description="Have the key at hand. Your browser asks you to touch it, or to unlock this device."
      submitLabel="Continue"
      busyLabel={busy && 'Waiting for it...'}
      onSubmit={() => void handleAdd()}
      onClose={handleClose}
    >
      <FactorNameField
        value={name}
        onValueChange={(text) => {
          clear();
          setName(text);
        }}
        error={error}
      />
    </FormDialog>
  );
}

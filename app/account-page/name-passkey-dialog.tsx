import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { TextField } from '#app/session/typed-field.tsx';
import { MAX_NAME_LENGTH } from '#domain/account.ts';

import { FormDialog } from '#app/ui/form-dialog.tsx';
import { useReauthFormAction } from '#app/session/use-field-act.ts';

type NamePasskeyDialogProps = {
  passkeyId: string;
  name: string;
  /** The passkey was just added, so its default name can be kept. */
  isNew: boolean;
  onRenamed: () => void;
  onClose: () => void;
};

export function NamePasskeyDialog({ passkeyId, name, isNew, onRenamed, onClose }: NamePasskeyDialogProps) {
  const [newName, setNewName] = useState(name);
  const [isEmpty, setIsEmpty] = useState(false);
  const { busy, error: serverError, clear, run } = useReauthFormAction();
  const save = async () => {
    const friendlyName = newName.trim();
    setIsEmpty(!friendlyName);
    if (!friendlyName) return;
    if (friendlyName === name) return onClose();
    if (!(await run(() => unwrapAuthResponse(authClient().passkey.update({ passkeyId, friendlyName }))))) return;
    onRenamed();
    onClose();
  };
  return (
    <FormDialog
      title={isNew ? 'What shall it be called?' : 'Rename the passkey'}
      submitLabel="Save"
      cancelLabel={isNew ? 'Keep this name' : 'Cancel'}
      busyLabel={busy && 'Saving...'}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The device that it lives on, for example."
        value={newName}
        error={isEmpty ? 'Type a name.' : serverError}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        autoCapitalize="sentences"
        dir="auto"
        onValueChange={(text) => {
          setIsEmpty(false);
          clear();
          setNewName(text);
        }}
      />
    </FormDialog>
  );
}

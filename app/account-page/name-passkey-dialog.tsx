import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { TypedField } from '#app/session/typed-field.tsx';
import { MAX_NAME } from '#domain/account.ts';

import { FormDialog } from '#app/ui/form-dialog.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';

type Props = {
  passkeyId: string;
  name: string;
  /** The passkey was just added, so its default name can be kept. */
  fresh: boolean;
  onNamed: () => void;
  onClose: () => void;
};

export function NamePasskeyDialog({ passkeyId, name, fresh, onNamed, onClose }: Props) {
  const [typed, setTyped] = useState(name);
  const [empty, setEmpty] = useState(false);
  const { busy, problem, clear, run } = useFieldAct();
  const save = async () => {
    const friendlyName = typed.trim();
    setEmpty(!friendlyName);
    if (!friendlyName) return;
    if (friendlyName === name) return onClose();
    if (!(await run(() => taken(authClient().passkey.update({ passkeyId, friendlyName }))))) return;
    onNamed();
    onClose();
  };
  return (
    <FormDialog
      title={fresh ? 'What shall it be called?' : 'Rename the passkey'}
      act="Save"
      safe={fresh ? 'Keep this name' : 'Cancel'}
      busy={busy && 'Saving...'}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TypedField
        label="Name"
        hint="The device that it lives on, for example."
        value={typed}
        error={empty ? 'Type a name.' : problem}
        maxLength={MAX_NAME}
        autoComplete="off"
        autoCapitalize="sentences"
        dir="auto"
        onType={(next) => {
          setEmpty(false);
          clear();
          setTyped(next);
        }}
      />
    </FormDialog>
  );
}

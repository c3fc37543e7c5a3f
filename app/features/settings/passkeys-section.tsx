import type { PasskeyListItem } from '@supabase/auth-js';
import { FingerprintPattern, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import type { QueryResult } from '#app/lib/rpc/query-boundary.tsx';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { MAX_PASSKEYS, MAX_NAME_LENGTH } from '#domain/account.ts';

import { LabeledTime, SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { useAccountAction, useAuthQuery } from './use-account.ts';

export type Passkey = Pick<PasskeyListItem, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>;
export type PasskeysQuery = QueryResult<Passkey[]>;

const fetchPasskeys = (): Promise<Passkey[]> => unwrapAuthResponse(authClient().passkey.list());

export const usePasskeys = (): PasskeysQuery => useAuthQuery('passkeys', fetchPasskeys);

const getPasskeyName = ({ friendly_name: name }: Passkey): string => name || 'Passkey';

type NamePasskeyDialogProps = {
  passkey: Passkey;
  /** The passkey was just added, so its default name can be kept. */
  isNew?: boolean;
  onClose: () => void;
};

function NamePasskeyDialog({ passkey, isNew = false, onClose }: NamePasskeyDialogProps) {
  const name = getPasskeyName(passkey);
  const [typedName, setTypedName] = useState(name);
  const friendlyName = typedName.trim();
  const { busy, error, clear, run } = useAccountAction(
    async () => {
      if (!friendlyName) throw new InputError('Type a name.');
      await unwrapAuthResponse(authClient().passkey.update({ passkeyId: passkey.id, friendlyName }));
    },
    { onSuccess: onClose },
  );
  return (
    <FormDialog
      title={isNew ? 'What shall it be called?' : 'Rename the passkey'}
      submitLabel="Save"
      cancelLabel={isNew ? 'Keep this name' : 'Cancel'}
      busyLabel={busy && 'Saving...'}
      onSubmit={() => (friendlyName === name ? onClose() : void run())}
      onInput={clear}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The device that it lives on, for example."
        value={typedName}
        error={error}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        autoCapitalize="sentences"
        dir="auto"
        onValueChange={setTypedName}
      />
    </FormDialog>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  return (
    <SettingsRow
      Icon={FingerprintPattern}
      name={getPasskeyName(passkey)}
      details={
        <>
          <LabeledTime label="Added" iso={passkey.created_at} />
          {passkey.last_used_at ? (
            <LabeledTime label="Last used" iso={passkey.last_used_at} />
          ) : (
            <span>Not used yet</span>
          )}
        </>
      }
    >
      <DialogButton
        size="sm"
        variant="bare"
        renderDialog={(onClose) => <NamePasskeyDialog passkey={passkey} onClose={onClose} />}
      >
        Rename<span className="vh"> {getPasskeyName(passkey)}</span>
      </DialogButton>
      <DialogButton size="sm" renderDialog={(onClose) => <RemovePasskeyDialog passkey={passkey} onClose={onClose} />}>
        Remove<span className="vh"> {getPasskeyName(passkey)}</span>
      </DialogButton>
    </SettingsRow>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { busy, run } = useAccountAction(
    () => unwrapAuthResponse(authClient().passkey.delete({ passkeyId: passkey.id })),
    {
      success: { title: 'Passkey removed', message: getPasskeyName(passkey) },
      failureTitle: 'The passkey was not removed',
      onSuccess: onClose,
    },
  );
  return (
    <AlertDialog
      title={`Remove ${getPasskeyName(passkey)}?`}
      description="It no longer opens your account. Delete it on your device as well: there it is not known that it has gone."
      cancelLabel="Keep it"
      confirmLabel="Remove"
      busyLabel={busy && 'Removing...'}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

export function PasskeysSection({ passkeysQuery }: { passkeysQuery: PasskeysQuery }) {
  const [newPasskey, setNewPasskey] = useState<Passkey | null>(null);
  const { busy, run: addPasskey } = useAccountAction(() => unwrapAuthResponse(authClient().registerPasskey()), {
    success: { title: 'Passkey added', message: 'It signs you in without a password.' },
    failureTitle: 'No passkey was added',
    onSuccess: setNewPasskey,
  });
  const isFull = (passkeysQuery.data?.length ?? 0) >= MAX_PASSKEYS;
  return (
    <SettingsSection
      id="passkeys"
      description="Sign in with the lock of your device in place of a password. A passkey cannot be read out, written down or guessed."
      action={
        <Button
          Icon={Plus}
          size="sm"
          onClick={() => void addPasskey()}
          busyLabel={busy && 'Waiting for it...'}
          disabled={isFull}
        >
          Add a passkey
        </Button>
      }
    >
      <SectionQuery query={passkeysQuery} subject="Your passkeys" rows={1}>
        {(passkeys) =>
          passkeys.length > 0 ? (
            <ul className="sheet">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          ) : (
            <p className="sheet settings-section__empty muted">None yet.</p>
          )
        }
      </SectionQuery>
      {newPasskey && <NamePasskeyDialog passkey={newPasskey} isNew onClose={() => setNewPasskey(null)} />}
    </SettingsSection>
  );
}

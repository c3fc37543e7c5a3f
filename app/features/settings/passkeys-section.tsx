import type { PasskeyListItem } from '@supabase/auth-js';
import { FingerprintPattern, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { QueryResult } from '#app/lib/rpc/query-boundary.tsx';
import { useAction, useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { MAX_PASSKEYS, MAX_NAME_LENGTH } from '#domain/account.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { type SectionProps, useAuthQuery } from './use-account.ts';

export type Passkey = Pick<PasskeyListItem, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>;
export type PasskeysQuery = QueryResult<Passkey[]>;

const fetchPasskeys = (): Promise<Passkey[]> => unwrapAuthResponse(authClient().passkey.list());

export const usePasskeys = (): PasskeysQuery => useAuthQuery('passkeys', fetchPasskeys);

export const getPasskeyName = ({ friendly_name: name }: Passkey): string => name || 'Passkey';

type NamePasskeyDialogProps = {
  passkeyId: string;
  name: string;
  /** The passkey was just added, so its default name can be kept. */
  isNew: boolean;
  onRenamed: () => void;
  onClose: () => void;
};

function NamePasskeyDialog({ passkeyId, name, isNew, onRenamed, onClose }: NamePasskeyDialogProps) {
  const [newName, setNewName] = useState(name);
  const [isEmpty, setIsEmpty] = useState(false);
  const { busy, error: serverError, clear, run } = useFormAction();
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

type PasskeyDialog = { dialog: 'name'; passkey: Passkey; isNew: boolean } | { dialog: 'remove'; passkey: Passkey };

function PasskeyRow({
  passkey,
  onOpenDialog,
}: {
  passkey: Passkey;
  onOpenDialog: (openDialog: PasskeyDialog) => void;
}) {
  return (
    <SettingsRow
      Icon={FingerprintPattern}
      name={getPasskeyName(passkey)}
      details={
        <>
          <span>
            Added <UtcTime iso={passkey.created_at} />
          </span>
          <span>
            {passkey.last_used_at ? (
              <>
                Last used <UtcTime iso={passkey.last_used_at} />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
        </>
      }
    >
      <Button size="sm" variant="bare" onClick={() => onOpenDialog({ dialog: 'name', passkey, isNew: false })}>
        Rename<span className="vh"> {getPasskeyName(passkey)}</span>
      </Button>
      <Button size="sm" onClick={() => onOpenDialog({ dialog: 'remove', passkey })}>
        Remove<span className="vh"> {getPasskeyName(passkey)}</span>
      </Button>
    </SettingsRow>
  );
}

type RemovePasskeyProps = { passkey: Passkey; onRemoved: () => void; onClose: () => void };

function RemovePasskeyDialog({ passkey, onRemoved, onClose }: RemovePasskeyProps) {
  const { busy, run } = useAction(() => unwrapAuthResponse(authClient().passkey.delete({ passkeyId: passkey.id })), {
    success: { title: 'Passkey removed', message: getPasskeyName(passkey) },
    failureTitle: 'The passkey was not removed',
    onSuccess: () => {
      onRemoved();
      onClose();
    },
  });
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

type PasskeysSectionProps = Pick<SectionProps, 'refresh'> & { passkeysQuery: PasskeysQuery };

export function PasskeysSection({ passkeysQuery, refresh }: PasskeysSectionProps) {
  const [openDialog, setOpenDialog] = useState<PasskeyDialog | null>(null);
  const { busy, run: addPasskey } = useAction(() => unwrapAuthResponse(authClient().registerPasskey()), {
    success: { title: 'Passkey added', message: 'It signs you in without a password.' },
    failureTitle: 'No passkey was added',
    onSuccess: (passkey) => {
      refresh();
      setOpenDialog({ dialog: 'name', passkey, isNew: true });
    },
  });
  const isFull = (passkeysQuery.data?.length ?? 0) >= MAX_PASSKEYS;
  const closeDialog = () => setOpenDialog(null);
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
                <PasskeyRow key={passkey.id} passkey={passkey} onOpenDialog={setOpenDialog} />
              ))}
            </ul>
          ) : (
            <p className="sheet settings-section__empty muted">None yet.</p>
          )
        }
      </SectionQuery>
      {openDialog?.dialog === 'name' && (
        <NamePasskeyDialog
          passkeyId={openDialog.passkey.id}
          name={getPasskeyName(openDialog.passkey)}
          isNew={openDialog.isNew}
          onRenamed={refresh}
          onClose={closeDialog}
        />
      )}
      {openDialog?.dialog === 'remove' && (
        <RemovePasskeyDialog passkey={openDialog.passkey} onRemoved={refresh} onClose={closeDialog} />
      )}
    </SettingsSection>
  );
}

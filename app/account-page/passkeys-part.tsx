import { FingerprintPattern, Plus } from 'lucide-react';
import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { Button } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { MAX_PASSKEYS } from '#domain/account.ts';

import { SettingsSection } from './account-part.tsx';
import { SettingsRow } from './account-row.tsx';
import { NamePasskeyDialog } from './name-passkey-dialog.tsx';
import { SectionQuery } from './part-list.tsx';
import { getPasskeyName, type Passkey, type PasskeysQuery } from './passkeys.ts';
import type { SectionProps } from './use-account.ts';
import { useAction } from '#app/session/use-act.ts';

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
  const { busy, run } = useAction();
  const removePasskey = async () => {
    const success = { title: 'Passkey removed', message: getPasskeyName(passkey) };
    const deletePasskey = () => unwrapAuthResponse(authClient().passkey.delete({ passkeyId: passkey.id }));
    if (!(await run(deletePasskey, { success, failureTitle: 'The passkey was not removed' }))) return;
    onRemoved();
    onClose();
  };
  return (
    <AlertDialog
      title={`Remove ${getPasskeyName(passkey)}?`}
      description="It no longer opens your account. Delete it on your device as well: there it is not known that it has gone."
      cancelLabel="Keep it"
      confirmLabel="Remove"
      busyLabel={busy && 'Removing...'}
      onConfirm={() => void removePasskey()}
      onClose={onClose}
    />
  );
}

function useAddPasskey(onAdded: (passkey: Passkey) => void) {
  const { busy, run } = useAction();
  const addPasskey = async () => {
    let newPasskey: Passkey | null = null;
    await run(
      async () => {
        newPasskey = await unwrapAuthResponse(authClient().registerPasskey());
      },
      { failureTitle: 'No passkey was added' },
    );
    if (!newPasskey) return;
    toast({ title: 'Passkey added', message: 'It signs you in without a password.' });
    onAdded(newPasskey);
  };
  return { busy, addPasskey };
}

type PasskeysSectionProps = Pick<SectionProps, 'refresh'> & { passkeysQuery: PasskeysQuery };

export function PasskeysSection({ passkeysQuery, refresh }: PasskeysSectionProps) {
  const [openDialog, setOpenDialog] = useState<PasskeyDialog | null>(null);
  const { busy, addPasskey } = useAddPasskey((passkey) => {
    refresh();
    setOpenDialog({ dialog: 'name', passkey, isNew: true });
  });
  const isFull = passkeysQuery.status === 'ready' && passkeysQuery.data.length >= MAX_PASSKEYS;
  const closeDialog = () => setOpenDialog(null);
  return (
    <SettingsSection
      id="passkeys"
      description="Sign in with the lock of your device in place of a password. A passkey cannot be read out, written down or guessed."
      action={
        <Button size="sm" onClick={() => void addPasskey()} busyLabel={busy && 'Waiting for it...'} disabled={isFull}>
          <Plus className="i" aria-hidden="true" />
          Add a passkey
        </Button>
      }
    >
      <SectionQuery query={passkeysQuery} subject="Your passkeys" rows={1}>
        {(passkeys) =>
          passkeys.length > 0 ? (
            <ul className="sheet acc-list">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onOpenDialog={setOpenDialog} />
              ))}
            </ul>
          ) : (
            <p className="sheet acc-none muted">None yet.</p>
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

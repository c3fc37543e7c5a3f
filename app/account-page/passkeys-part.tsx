import { FingerprintPattern, Plus } from 'lucide-react';
import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { AskDialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { MAX_PASSKEYS } from '#domain/account.ts';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { NamePasskeyDialog } from './name-passkey-dialog.tsx';
import { PartList } from './part-list.tsx';
import { nameOf, type Passkey, type PasskeysReading } from './passkeys.ts';
import type { PartProps } from './use-account.ts';
import { useAct } from '#app/session/use-act.ts';

type Sheet = { show: 'name'; passkey: Passkey; fresh: boolean } | { show: 'remove'; passkey: Passkey };

function PasskeyRow({ passkey, show }: { passkey: Passkey; show: (sheet: Sheet) => void }) {
  return (
    <AccountRow
      Icon={FingerprintPattern}
      name={nameOf(passkey)}
      facts={
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
      <Key size="sm" kind="bare" onClick={() => show({ show: 'name', passkey, fresh: false })}>
        Rename<span className="vh"> {nameOf(passkey)}</span>
      </Key>
      <Key size="sm" onClick={() => show({ show: 'remove', passkey })}>
        Remove<span className="vh"> {nameOf(passkey)}</span>
      </Key>
    </AccountRow>
  );
}

type RemoveProps = { passkey: Passkey; onRemoved: () => void; onClose: () => void };

function RemoveDialog({ passkey, onRemoved, onClose }: RemoveProps) {
  const { busy, run } = useAct();
  const remove = async () => {
    const done = { title: 'Passkey removed', message: nameOf(passkey) };
    const act = () => taken(authClient().passkey.delete({ passkeyId: passkey.id }));
    if (!(await run(act, { done, failed: 'The passkey was not removed' }))) return;
    onRemoved();
    onClose();
  };
  return (
    <AskDialog
      title={`Remove ${nameOf(passkey)}?`}
      about="It no longer opens your account. Delete it on your device as well: there it is not known that it has gone."
      safe="Keep it"
      act="Remove"
      busy={busy && 'Removing...'}
      onAct={() => void remove()}
      onClose={onClose}
    />
  );
}

function useNewPasskey(onAdded: (passkey: Passkey) => void) {
  const { busy, run } = useAct();
  const add = async () => {
    let added: Passkey | null = null;
    await run(
      async () => {
        added = await taken(authClient().registerPasskey());
      },
      { failed: 'No passkey was added' },
    );
    if (!added) return;
    toast({ title: 'Passkey added', message: 'It signs you in without a password.' });
    onAdded(added);
  };
  return { busy, add };
}

type Props = Pick<PartProps, 'changed'> & { reading: PasskeysReading };

export function PasskeysPart({ reading, changed }: Props) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const { busy, add } = useNewPasskey((passkey) => {
    changed();
    setSheet({ show: 'name', passkey, fresh: true });
  });
  const full = reading.state === 'ready' && reading.value.length >= MAX_PASSKEYS;
  const close = () => setSheet(null);
  return (
    <AccountPart
      id="passkeys"
      about="Sign in with the lock of your device in place of a password. A passkey cannot be read out, written down or guessed."
      act={
        <Key size="sm" onClick={() => void add()} busy={busy && 'Waiting for it...'} disabled={full}>
          <Plus className="i" aria-hidden="true" />
          Add a passkey
        </Key>
      }
    >
      <PartList reading={reading} what="Your passkeys" rows={1}>
        {(passkeys) =>
          passkeys.length > 0 ? (
            <ul className="sheet acc-list">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} show={setSheet} />
              ))}
            </ul>
          ) : (
            <p className="sheet acc-none muted">None yet.</p>
          )
        }
      </PartList>
      {sheet?.show === 'name' && (
        <NamePasskeyDialog
          passkeyId={sheet.passkey.id}
          name={nameOf(sheet.passkey)}
          fresh={sheet.fresh}
          onNamed={changed}
          onClose={close}
        />
      )}
      {sheet?.show === 'remove' && (
        <RemoveDialog passkey={sheet.passkey} onRemoved={changed} onClose={close} />
      )}
    </AccountPart>
  );
}

import type { PasskeyListItem } from '@supabase/auth-js';
import { FingerprintPattern, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton, FormDialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import type { QueryResult } from '#app/lib/rpc/query-boundary.tsx';
import { callAuth } from '#app/lib/session/session.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import { MAX_PASSKEYS, MAX_NAME_LENGTH } from '#domain/account.ts';

import { LabeledTime, SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { useAccountAction, useAuthQuery } from './use-account.ts';

const messages = settingsSecurityMessages.passkeys;

export type Passkey = Pick<PasskeyListItem, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>;
export type PasskeysQuery = QueryResult<Passkey[]>;

const fetchPasskeys = (): Promise<Passkey[]> => callAuth((auth) => auth.passkey.list());

export const usePasskeys = (): PasskeysQuery => useAuthQuery('passkeys', fetchPasskeys);

const getPasskeyName = ({ friendly_name: name }: Passkey): string => name || messages.defaultName;

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
      if (!friendlyName) throw new InputError(messages.nameDialog.missingName);
      await callAuth((auth) => auth.passkey.update({ passkeyId: passkey.id, friendlyName }));
    },
    { onSuccess: onClose },
  );
  return (
    <FormDialog
      title={isNew ? messages.nameDialog.newTitle : messages.nameDialog.renameTitle}
      submitLabel={messages.nameDialog.save}
      cancelLabel={isNew ? messages.nameDialog.keepName : messages.nameDialog.cancel}
      busyLabel={busy && messages.nameDialog.saving}
      onSubmit={() => (friendlyName === name ? onClose() : void run())}
      onInput={clear}
      onClose={onClose}
    >
      <TextField
        label={messages.nameDialog.nameLabel}
        hint={messages.nameDialog.nameHint}
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
          <LabeledTime label={settingsSecurityMessages.addedAt} iso={passkey.created_at} />
          {passkey.last_used_at ? (
            <LabeledTime label={settingsSecurityMessages.lastUsedAt} iso={passkey.last_used_at} />
          ) : (
            <span>{messages.unused}</span>
          )}
        </>
      }
    >
      <DialogButton
        size="sm"
        variant="bare"
        renderDialog={(onClose) => <NamePasskeyDialog passkey={passkey} onClose={onClose} />}
      >
        {messages.rename}
        <span className="vh"> {getPasskeyName(passkey)}</span>
      </DialogButton>
      <DialogButton size="sm" renderDialog={(onClose) => <RemovePasskeyDialog passkey={passkey} onClose={onClose} />}>
        {messages.remove}
        <span className="vh"> {getPasskeyName(passkey)}</span>
      </DialogButton>
    </SettingsRow>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { busy, run } = useAccountAction(() => callAuth((auth) => auth.passkey.delete({ passkeyId: passkey.id })), {
    success: { title: messages.removeDialog.removed, message: getPasskeyName(passkey) },
    failureTitle: messages.removeDialog.failed,
    onSuccess: onClose,
  });
  return (
    <AlertDialog
      title={messages.removeDialog.title({ name: getPasskeyName(passkey) })}
      description={messages.removeDialog.description}
      cancelLabel={messages.removeDialog.cancel}
      confirmLabel={messages.removeDialog.confirm}
      busyLabel={busy && messages.removeDialog.busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

export function PasskeysSection({ passkeysQuery }: { passkeysQuery: PasskeysQuery }) {
  const [newPasskey, setNewPasskey] = useState<Passkey | null>(null);
  const { busy, run: addPasskey } = useAccountAction(() => callAuth((auth) => auth.registerPasskey()), {
    success: messages.added,
    failureTitle: messages.addFailed,
    onSuccess: setNewPasskey,
  });
  const isFull = (passkeysQuery.data?.length ?? 0) >= MAX_PASSKEYS;
  return (
    <SettingsSection
      id="passkeys"
      description={messages.description}
      action={
        <Button
          Icon={Plus}
          size="sm"
          onClick={() => void addPasskey()}
          busyLabel={busy && messages.adding}
          disabled={isFull}
        >
          {messages.add}
        </Button>
      }
    >
      <SectionQuery query={passkeysQuery} errorText={messages.loadError} rows={1}>
        {(passkeys) =>
          passkeys.length > 0 ? (
            <ul className="sheet">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          ) : (
            <p className="sheet settings-section__empty muted">{messages.empty}</p>
          )
        }
      </SectionQuery>
      {newPasskey && <NamePasskeyDialog passkey={newPasskey} isNew onClose={() => setNewPasskey(null)} />}
    </SettingsSection>
  );
}

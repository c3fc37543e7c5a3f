import { Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { AlertDialog, FormDialog, Dialog } from '#app/components/dialog.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { callAuth, refreshUser } from '#app/lib/session/session.ts';
import { twoFactorDialogMessages } from '#content/messages/two-factor-dialogs.ts';
import { SITE } from '#content/site.ts';
import type { FactorType } from '#domain/account.ts';

import { findFreeFactorName, type AccountFactor, discardUnverifiedFactors } from './account-factors.ts';
import { type AddFactorProps, FactorNameField } from './add-factor.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { useAccountAction } from './use-account.ts';

const { recoveryCodes: codesMessages, securityKey: securityKeyMessages } = twoFactorDialogMessages;

type RecoveryCodesProps = { codes: readonly string[]; email: string; onClose: () => void };

/** Shows new recovery codes once. Asks before it is closed unsaved, because they cannot be shown again. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const fileText = [
    codesMessages.file.title({ site: SITE.name, email }),
    '',
    ...codes,
    '',
    codesMessages.file.note,
    '',
  ].join('\n');
  const downloadCodes = () =>
    downloadBlob(new Blob([fileText], { type: 'text/plain' }), `${SITE.name.toLowerCase()}-recovery-codes.txt`);
  if (isConfirming)
    return (
      <AlertDialog
        title={codesMessages.closeDialog.title}
        description={codesMessages.closeDialog.description}
        cancelLabel={codesMessages.closeDialog.back}
        confirmLabel={codesMessages.closeDialog.confirm}
        onConfirm={onClose}
        onClose={() => setIsConfirming(false)}
      />
    );
  return (
    <Dialog
      title={codesMessages.dialog.title}
      description={codesMessages.dialog.description}
      className="dlg recovery-codes-dialog"
      onClose={() => setIsConfirming(true)}
    >
      <p className="print-only">{codesMessages.dialog.printHeader({ site: SITE.name, email })}</p>
      <ol className="recovery-codes receipt-text" aria-label={codesMessages.dialog.listLabel}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-codes__actions">
        <CopyButton text={codes.join('\n')} />
        <Button Icon={Download} size="sm" onClick={downloadCodes}>
          {codesMessages.dialog.download}
        </Button>
        <Button Icon={Printer} size="sm" onClick={() => window.print()}>
          {codesMessages.dialog.print}
        </Button>
      </div>
      <div className="dialog__actions">
        <Button variant="primary" onClick={onClose}>
          {codesMessages.dialog.confirm}
        </Button>
      </div>
    </Dialog>
  );
}

/** Registers a security key. Removes the unverified factor if the user or the browser cancels. */
async function registerSecurityKey(friendlyName: string, signal: AbortSignal): Promise<void> {
  await discardUnverifiedFactors('webauthn');
  try {
    await callAuth((auth) => auth.mfa.webauthn.register({ friendlyName, webauthn: { signal } }));
  } catch (error) {
    await discardUnverifiedFactors('webauthn').catch(() => undefined);
    throw error;
  }
}

/** Asks for a name, then the browser prompts for the key. */
function SecurityKeyDialog({ suggestedName, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(suggestedName);
  const { busy, error, clear, run } = useFormAction();
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
      title={securityKeyMessages.title}
      description={securityKeyMessages.intro}
      submitLabel={twoFactorDialogMessages.addFactor.continue}
      busyLabel={busy && securityKeyMessages.waiting}
      onSubmit={() => void handleAdd()}
      onInput={clear}
      onClose={handleClose}
    >
      <FactorNameField value={name} onValueChange={setName} error={error} />
    </FormDialog>
  );
}

const ADD_DIALOGS = { totp: TotpDialog, phone: PhoneDialog, webauthn: SecurityKeyDialog } as const;

type AddFactorDialogProps = Omit<AddFactorProps, 'suggestedName'> & {
  type: FactorType;
  factors: readonly AccountFactor[];
};

/** Adds a factor of a type, or finishes the pending one. */
export function AddFactorDialog({ type, factors, ...props }: AddFactorDialogProps) {
  const AddDialog = ADD_DIALOGS[type];
  const verifiedFactors = factors.filter(({ verified }) => verified);
  return (
    <AddDialog suggestedName={props.pendingFactor?.name ?? findFreeFactorName(type, verifiedFactors)} {...props} />
  );
}

/** Removes a factor and refreshes the token, whose claims still include the factor. */
async function removeFactor(factorId: string): Promise<void> {
  await callAuth((auth) => auth.mfa.unenroll({ factorId }));
  await refreshUser();
}

type RemoveFactorProps = { factor: AccountFactor; isLast: boolean; onClose: () => void };

export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorProps) {
  const messages = twoFactorDialogMessages.removeFactor;
  const { busy, run } = useAccountAction(() => removeFactor(factor.id), {
    success: { title: messages.removed, message: factor.name },
    failureTitle: messages.failed,
    onSuccess: onClose,
  });
  return (
    <AlertDialog
      title={messages.title({ name: factor.name })}
      description={isLast ? messages.lastDescription : messages.description}
      cancelLabel={messages.cancel}
      confirmLabel={messages.confirm}
      busyLabel={busy && messages.busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

import { Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { AlertDialog, FormDialog, Dialog } from '#app/components/dialog.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { authClient, refreshUser, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { SITE } from '#content/site.ts';
import type { FactorType } from '#domain/account.ts';

import { findFreeFactorName, type AccountFactor, discardUnverifiedFactors } from './account-factors.ts';
import { type AddFactorProps, FactorNameField } from './add-factor.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { useAccountAction } from './use-account.ts';

type RecoveryCodesProps = { codes: readonly string[]; email: string; onConfirmed: () => void };

/** Shows new recovery codes once. Only the confirm button closes it, because they cannot be shown again. */
export function RecoveryCodesDialog({ codes, email, onConfirmed }: RecoveryCodesProps) {
  const fileText = [
    `${SITE.name} recovery codes for ${email}`,
    '',
    ...codes,
    '',
    'Each code opens the account once, in place of the second step.',
    '',
  ].join('\n');
  const downloadCodes = () =>
    downloadBlob(new Blob([fileText], { type: 'text/plain' }), `${SITE.name.toLowerCase()}-recovery-codes.txt`);
  return (
    <Dialog
      title="Your recovery codes"
      description="Each opens your account once when your second step is lost. Keep them where you keep your papers: they are not shown again."
      className="dlg recovery-codes-dialog"
    >
      <p className="print-only">
        {SITE.name}, {email}
      </p>
      <ol className="recovery-codes receipt-text" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-codes__actions">
        <CopyButton text={codes.join('\n')} />
        <Button Icon={Download} size="sm" onClick={downloadCodes}>
          Download
        </Button>
        <Button Icon={Printer} size="sm" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className="dialog__actions">
        <Button variant="primary" onClick={onConfirmed}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}

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
      title="Add a security key"
      description="Have the key at hand. Your browser asks you to touch it, or to unlock this device."
      submitLabel="Continue"
      busyLabel={busy && 'Waiting for it...'}
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

const LAST_FACTOR_WARNING =
  'It is your only second step. Without it your password alone opens the account, and your recovery codes stop working.';

/** Removes a factor and refreshes the token, whose claims still include the factor. */
async function removeFactor(factorId: string): Promise<void> {
  await unwrapAuthResponse(authClient().mfa.unenroll({ factorId }));
  await refreshUser();
}

type RemoveFactorProps = { factor: AccountFactor; isLast: boolean; onClose: () => void };

export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorProps) {
  const { busy, run } = useAccountAction(() => removeFactor(factor.id), {
    success: { title: 'Second step removed', message: factor.name },
    failureTitle: 'The second step was not removed',
    onSuccess: onClose,
  });
  return (
    <AlertDialog
      title={`Remove ${factor.name}?`}
      description={isLast ? LAST_FACTOR_WARNING : 'You can no longer sign in with it. Your other second steps stay.'}
      cancelLabel="Keep it"
      confirmLabel="Remove"
      busyLabel={busy && 'Removing...'}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

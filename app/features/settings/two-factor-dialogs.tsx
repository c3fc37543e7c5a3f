import { AlertDialog } from '#app/components/dialog.tsx';
import { authClient, refreshUser, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { useAction } from '#app/lib/use-action.ts';
import type { FactorType } from '#domain/account.ts';

import { findFreeFactorName, type AccountFactor } from './account-factors.ts';
import { PhoneDialog } from './phone-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityKeyDialog } from './security-key-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** The dialog that is open. */
export type TwoFactorDialog =
  | { dialog: 'add'; type: FactorType; pendingFactor?: AccountFactor }
  | { dialog: 'remove'; factor: AccountFactor }
  | { dialog: 'renew' }
  | { dialog: 'codes'; codes: string[] };

const ADD_DIALOGS = { totp: TotpDialog, phone: PhoneDialog, webauthn: SecurityKeyDialog } as const;

const LAST_FACTOR_WARNING =
  'It is your only second step. Without it your password alone opens the account, and your recovery codes stop working.';

type RemoveFactorProps = {
  factor: AccountFactor;
  isLast: boolean;
  onRemoved: () => void;
  onClose: () => void;
};

/** Removes a factor and refreshes the token, whose claims still include the factor. */
async function removeFactor(factorId: string): Promise<void> {
  await unwrapAuthResponse(authClient().mfa.unenroll({ factorId }));
  await refreshUser();
}

function RemoveFactorDialog({ factor, isLast, onRemoved, onClose }: RemoveFactorProps) {
  const { busy, run } = useAction();
  const handleConfirm = async () => {
    const success = { title: 'Second step removed', message: factor.name };
    if (
      !(await run(() => removeFactor(factor.id), {
        success,
        failureTitle: 'The second step was not removed',
      }))
    )
      return;
    onRemoved();
    onClose();
  };
  return (
    <AlertDialog
      title={`Remove ${factor.name}?`}
      description={isLast ? LAST_FACTOR_WARNING : 'You can no longer sign in with it. Your other second steps stay.'}
      cancelLabel="Keep it"
      confirmLabel="Remove"
      busyLabel={busy && 'Removing...'}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    />
  );
}

type RegenerateCodesProps = { onGenerate: () => Promise<void>; busy: boolean; onClose: () => void };

const RegenerateCodesDialog = ({ onGenerate, busy, onClose }: RegenerateCodesProps) => (
  <AlertDialog
    title="Make new recovery codes?"
    description="The ones that you have stop working at once."
    cancelLabel="Keep the old ones"
    confirmLabel="Make new ones"
    variant="primary"
    busyLabel={busy && 'Making them...'}
    onConfirm={() => void onGenerate()}
    onClose={onClose}
  />
);

type Props = {
  openDialog: TwoFactorDialog;
  factors: readonly AccountFactor[];
  email: string;
  isGenerating: boolean;
  onGenerate: () => Promise<void>;
  onAdded: () => void;
  refresh: () => void;
  onClose: () => void;
};

export function TwoFactorDialogs({ openDialog, factors, email, ...props }: Props) {
  const { isGenerating, onGenerate, onAdded, refresh, onClose } = props;
  switch (openDialog.dialog) {
    case 'add': {
      const AddDialog = ADD_DIALOGS[openDialog.type];
      const verifiedFactors = factors.filter(({ verified }) => verified);
      return (
        <AddDialog
          suggestedName={openDialog.pendingFactor?.name ?? findFreeFactorName(openDialog.type, verifiedFactors)}
          pendingFactor={openDialog.pendingFactor}
          onAdded={onAdded}
          onClose={onClose}
        />
      );
    }
    case 'remove': {
      const isLast = factors.filter(({ verified }) => verified).length === 1;
      return <RemoveFactorDialog factor={openDialog.factor} isLast={isLast} onRemoved={refresh} onClose={onClose} />;
    }
    case 'renew':
      return <RegenerateCodesDialog onGenerate={onGenerate} busy={isGenerating} onClose={onClose} />;
    case 'codes':
      return <RecoveryCodesDialog codes={openDialog.codes} email={email} onConfirmed={onClose} />;
  }
}

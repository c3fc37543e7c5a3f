import { Clock, LifeBuoy, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { MAX_FACTORS, RECOVERY_CODE_COUNT, type FactorType } from '#domain/account.ts';

import { FACTOR_COPY, listAccountFactors, listOfferedFactorTypes, type AccountFactor } from './account-factors.ts';
import { ResendEmailButton } from './email-section.tsx';
import { LabeledTime, SettingsSection, SettingsRow } from './settings-section.tsx';
import { AddFactorDialog, RecoveryCodesDialog, RemoveFactorDialog } from './two-factor-dialogs.tsx';
import { useAccountAction, useRefresh, type SectionProps } from './use-account.ts';

const useRecoveryCodes = () =>
  useAction(
    (hasCodes: boolean) => {
      const { recoveryCodes } = authClient().mfa;
      return unwrapAuthResponse(hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate());
    },
    { failureTitle: 'No recovery codes were made' },
  );

/** Removes a factor that was never verified. */
function DiscardFactorButton({ factor }: { factor: AccountFactor }) {
  const { busy, run } = useAccountAction(() => unwrapAuthResponse(authClient().mfa.unenroll({ factorId: factor.id })), {
    failureTitle: 'It could not be discarded',
  });
  return (
    <Button size="sm" variant="bare" onClick={() => void run()} busyLabel={busy && 'Discarding...'}>
      Discard<span className="vh"> {factor.name}</span>
    </Button>
  );
}

/** The dialog that is open. It belongs to the section, because the list of factors changes meanwhile. */
type OpenDialog =
  | { kind: 'add'; type: FactorType; pendingFactor?: AccountFactor }
  | { kind: 'renew' }
  | { kind: 'codes'; codes: string[] };

type AddFactor = (type: FactorType, pendingFactor?: AccountFactor) => void;

type FactorRowProps = { factor: AccountFactor; isLast: boolean; onAdd: AddFactor };

function FactorRow({ factor, isLast, onAdd }: FactorRowProps) {
  const { label, Icon } = FACTOR_COPY[factor.type];
  if (!factor.verified)
    return (
      <SettingsRow
        Icon={Icon}
        name={factor.name}
        details={
          <>
            <Badge label="Not finished" variant="canary" Icon={Clock} />
            <span>It is not asked for before you finish it.</span>
          </>
        }
      >
        <DiscardFactorButton factor={factor} />
        <Button size="sm" onClick={() => onAdd(factor.type, factor)}>
          Finish<span className="vh"> {factor.name}</span>
        </Button>
      </SettingsRow>
    );
  return (
    <SettingsRow
      Icon={Icon}
      name={factor.name}
      details={
        <>
          {factor.name !== label && <span>{label}</span>}
          <LabeledTime label="Added" iso={factor.addedAt} />
          {factor.usedAt && <LabeledTime label="Last used" iso={factor.usedAt} />}
        </>
      }
    >
      <DialogButton
        size="sm"
        renderDialog={(onClose) => <RemoveFactorDialog factor={factor} isLast={isLast} onClose={onClose} />}
      >
        Remove<span className="vh"> {factor.name}</span>
      </DialogButton>
    </SettingsRow>
  );
}

type RecoveryRowProps = { codesLeft: number | null; busy: boolean; onGenerate: () => void };

function RecoveryRow({ codesLeft, busy, onGenerate }: RecoveryRowProps) {
  const isRunningLow = codesLeft !== null && codesLeft <= 2;
  return (
    <SettingsRow
      Icon={LifeBuoy}
      name="Recovery codes"
      details={
        codesLeft === null ? (
          'None yet. They open your account when your second step is lost.'
        ) : (
          <>
            {isRunningLow && (
              <Badge label={codesLeft === 0 ? 'None left' : 'Few left'} variant="canary" Icon={TriangleAlert} />
            )}
            <span>
              {codesLeft} of {RECOVERY_CODE_COUNT} left. Each opens your account once.
            </span>
          </>
        )
      }
    >
      <Button size="sm" onClick={onGenerate} busyLabel={busy && 'Making them...'}>
        {codesLeft === null ? 'Make codes' : 'Make new ones'}
      </Button>
    </SettingsRow>
  );
}

function FactorOffers({ types, onAdd }: { types: readonly FactorType[]; onAdd: AddFactor }) {
  return (
    <ul className="sheet">
      {types.map((type) => {
        const { label, description, Icon } = FACTOR_COPY[type];
        return (
          <SettingsRow key={type} isCompact Icon={Icon} name={label} details={description}>
            <Button size="sm" onClick={() => onAdd(type)}>
              Add<span className="vh"> {label.toLowerCase()}</span>
            </Button>
          </SettingsRow>
        );
      })}
    </ul>
  );
}

function ConfirmEmailFirst({ email }: { email: string }) {
  return (
    <ul className="sheet">
      <SettingsRow
        Icon={MailQuestionMark}
        name="Confirm your email address first"
        details="So nobody can lock an account that was opened with the address of somebody else."
      >
        <ResendEmailButton type="signup" email={email} />
      </SettingsRow>
    </ul>
  );
}

type AddAnotherProps = { types: readonly FactorType[]; isFull: boolean; onAdd: AddFactor };

function AddAnotherFactor({ types, isFull, onAdd }: AddAnotherProps) {
  if (isFull) return <p className="settings-section__add small muted">You have as many as an account can have.</p>;
  return (
    <div className="settings-section__add">
      <span className="small muted">Add another</span>
      {types.map((type) => (
        <Button key={type} size="sm" onClick={() => onAdd(type)}>
          {FACTOR_COPY[type].label}
        </Button>
      ))}
    </div>
  );
}

type FactorListProps = Pick<SectionProps, 'account'> & {
  factors: readonly AccountFactor[];
  recoveryRow: ReactNode;
  onAdd: AddFactor;
};

function FactorList({ account, factors, onAdd, recoveryRow }: FactorListProps) {
  const types = listOfferedFactorTypes(account.options.phone);
  const verifiedCount = factors.filter(({ verified }) => verified).length;
  if (factors.length === 0)
    return account.mayHaveSecondStep ? (
      <FactorOffers types={types} onAdd={onAdd} />
    ) : (
      <ConfirmEmailFirst email={account.email} />
    );
  return (
    <div className="sheet">
      <ul>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} isLast={verifiedCount === 1} onAdd={onAdd} />
        ))}
        {verifiedCount > 0 && recoveryRow}
      </ul>
      <AddAnotherFactor types={types} isFull={factors.length >= MAX_FACTORS} onAdd={onAdd} />
    </div>
  );
}

export function TwoFactorSection({ account, user }: SectionProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const refresh = useRefresh();
  const recoveryCodes = useRecoveryCodes();
  const factors = listAccountFactors(user);
  const codesLeft = account.recoveryCodesLeft;
  const generateCodes = async () => {
    const result = await recoveryCodes.run(codesLeft !== null);
    setOpenDialog(result && { kind: 'codes', codes: result.data.codes });
    refresh();
  };
  const closeDialog = () => {
    setOpenDialog(null);
    refresh();
  };
  const handleAdded = () => {
    toast({ title: 'Second step added', message: 'It is asked for at the next sign-in.' });
    setOpenDialog(null);
    if (codesLeft === null) void generateCodes();
    else refresh();
  };
  const recoveryRow = (
    <RecoveryRow
      codesLeft={codesLeft}
      busy={recoveryCodes.busy}
      onGenerate={() => (codesLeft === null ? void generateCodes() : setOpenDialog({ kind: 'renew' }))}
    />
  );
  return (
    <SettingsSection
      id="second-step"
      description="Something that you have, asked for after your password. Whoever learns the password still cannot get in."
    >
      <FactorList
        {...{ account, factors, recoveryRow }}
        onAdd={(type, pendingFactor) => setOpenDialog({ kind: 'add', type, ...(pendingFactor && { pendingFactor }) })}
      />
      {openDialog?.kind === 'add' && (
        <AddFactorDialog {...openDialog} factors={factors} onAdded={handleAdded} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'renew' && (
        <AlertDialog
          title="Make new recovery codes?"
          description="The ones that you have stop working at once."
          cancelLabel="Keep the old ones"
          confirmLabel="Make new ones"
          variant="primary"
          busyLabel={recoveryCodes.busy && 'Making them...'}
          onConfirm={() => void generateCodes()}
          onClose={closeDialog}
        />
      )}
      {openDialog?.kind === 'codes' && (
        <RecoveryCodesDialog codes={openDialog.codes} email={account.email} onConfirmed={closeDialog} />
      )}
    </SettingsSection>
  );
}

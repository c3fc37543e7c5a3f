import { Clock, LifeBuoy, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { callAuth } from '#app/lib/session/session.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import { MAX_FACTORS, RECOVERY_CODE_COUNT, type FactorType } from '#domain/account.ts';

import { FACTOR_COPY, listAccountFactors, listOfferedFactorTypes, type AccountFactor } from './account-factors.ts';
import { ResendEmailButton } from './email-section.tsx';
import { LabeledTime, SettingsSection, SettingsRow } from './settings-section.tsx';
import { useAccountAction, useRefresh, type SectionProps } from './use-account.ts';

const loadDialogs = () => import('./two-factor-dialogs.tsx');
const AddFactorDialog = loadOnDemand(async () => (await loadDialogs()).AddFactorDialog);
const RecoveryCodesDialog = loadOnDemand(async () => (await loadDialogs()).RecoveryCodesDialog);
const RemoveFactorDialog = loadOnDemand(async () => (await loadDialogs()).RemoveFactorDialog);

const { twoFactor: messages, recoveryCodes: codesMessages } = settingsSecurityMessages;

const useRecoveryCodes = () =>
  useAction(
    (hasCodes: boolean) =>
      callAuth(({ mfa: { recoveryCodes } }) => (hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate())),
    { failureTitle: codesMessages.failed },
  );

/** Removes a factor that was never verified. */
function DiscardFactorButton({ factor }: { factor: AccountFactor }) {
  const { busy, run } = useAccountAction(() => callAuth((auth) => auth.mfa.unenroll({ factorId: factor.id })), {
    failureTitle: messages.discardFailed,
  });
  return (
    <Button size="sm" variant="bare" onClick={() => void run()} busyLabel={busy && messages.discarding}>
      {messages.discard}
      <span className="vh"> {factor.name}</span>
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
            <Badge label={messages.unfinished.badge} variant="canary" Icon={Clock} />
            <span>{messages.unfinished.hint}</span>
          </>
        }
      >
        <DiscardFactorButton factor={factor} />
        <Button size="sm" onClick={() => onAdd(factor.type, factor)}>
          {messages.finish}
          <span className="vh"> {factor.name}</span>
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
          <LabeledTime label={settingsSecurityMessages.addedAt} iso={factor.addedAt} />
          {factor.usedAt && <LabeledTime label={settingsSecurityMessages.lastUsedAt} iso={factor.usedAt} />}
        </>
      }
    >
      <DialogButton
        size="sm"
        renderDialog={(onClose) => <RemoveFactorDialog factor={factor} isLast={isLast} onClose={onClose} />}
      >
        {messages.remove}
        <span className="vh"> {factor.name}</span>
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
      name={codesMessages.title}
      details={
        codesLeft === null ? (
          codesMessages.none
        ) : (
          <>
            {isRunningLow && (
              <Badge
                label={codesLeft === 0 ? codesMessages.badgeNone : codesMessages.badgeFew}
                variant="canary"
                Icon={TriangleAlert}
              />
            )}
            <span>{codesMessages.left({ count: codesLeft, total: RECOVERY_CODE_COUNT })}</span>
          </>
        )
      }
    >
      <Button size="sm" onClick={onGenerate} busyLabel={busy && codesMessages.busy}>
        {codesLeft === null ? codesMessages.create : codesMessages.replace}
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
              {messages.add}
              <span className="vh"> {label.toLowerCase()}</span>
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
      <SettingsRow Icon={MailQuestionMark} name={messages.emailFirst.title} details={messages.emailFirst.description}>
        <ResendEmailButton type="signup" email={email} />
      </SettingsRow>
    </ul>
  );
}

type AddAnotherProps = { types: readonly FactorType[]; isFull: boolean; onAdd: AddFactor };

function AddAnotherFactor({ types, isFull, onAdd }: AddAnotherProps) {
  if (isFull) return <p className="settings-section__add small muted">{messages.full}</p>;
  return (
    <div className="settings-section__add">
      <span className="small muted">{messages.addAnother}</span>
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
    toast(messages.added);
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
    <SettingsSection id="second-step" description={messages.description}>
      <FactorList
        {...{ account, factors, recoveryRow }}
        onAdd={(type, pendingFactor) => setOpenDialog({ kind: 'add', type, ...(pendingFactor && { pendingFactor }) })}
      />
      {openDialog?.kind === 'add' && (
        <AddFactorDialog {...openDialog} factors={factors} onAdded={handleAdded} onClose={closeDialog} />
      )}
      {openDialog?.kind === 'renew' && (
        <AlertDialog
          title={codesMessages.replaceDialog.title}
          description={codesMessages.replaceDialog.description}
          cancelLabel={codesMessages.replaceDialog.cancel}
          confirmLabel={codesMessages.replaceDialog.confirm}
          variant="primary"
          busyLabel={recoveryCodes.busy && codesMessages.busy}
          onConfirm={() => void generateCodes()}
          onClose={closeDialog}
        />
      )}
      {openDialog?.kind === 'codes' && (
        <RecoveryCodesDialog codes={openDialog.codes} email={account.email} onClose={closeDialog} />
      )}
    </SettingsSection>
  );
}

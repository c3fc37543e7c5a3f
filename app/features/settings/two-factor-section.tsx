import { Clock, LifeBuoy, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { MAX_FACTORS, RECOVERY_CODE_COUNT, type FactorType } from '#domain/account.ts';

import { FACTOR_COPY, listAccountFactors, listOfferedFactorTypes, type AccountFactor } from './account-factors.ts';
import { ResendEmailButton } from './resend-email-button.tsx';
import { SettingsSection, SettingsRow } from './settings-section.tsx';
import { TwoFactorDialogs, type TwoFactorDialog } from './two-factor-dialogs.tsx';
import type { SectionProps } from './use-account.ts';

/** Generates recovery codes, replacing existing ones. */
const useRecoveryCodes = () =>
  useAction(
    (hasCodes: boolean) => {
      const { recoveryCodes } = authClient().mfa;
      return unwrapAuthResponse(hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate());
    },
    { failureTitle: 'No recovery codes were made' },
  );

/** Removes a factor that was never verified. */
function DiscardFactorButton({ factor, onDiscarded }: { factor: AccountFactor; onDiscarded: () => void }) {
  const { busy, run } = useAction(() => unwrapAuthResponse(authClient().mfa.unenroll({ factorId: factor.id })), {
    failureTitle: 'It could not be discarded',
    onSuccess: onDiscarded,
  });
  return (
    <Button size="sm" variant="bare" onClick={() => void run()} busyLabel={busy && 'Discarding...'}>
      Discard<span className="vh"> {factor.name}</span>
    </Button>
  );
}

type OpenDialog = (openDialog: TwoFactorDialog) => void;

function FactorRow({
  factor,
  onOpenDialog,
  refresh,
}: {
  factor: AccountFactor;
  onOpenDialog: OpenDialog;
  refresh: () => void;
}) {
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
        <DiscardFactorButton factor={factor} onDiscarded={refresh} />
        <Button size="sm" onClick={() => onOpenDialog({ dialog: 'add', type: factor.type, pendingFactor: factor })}>
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
          <span>
            Added <UtcTime iso={factor.addedAt} />
          </span>
          {factor.usedAt && (
            <span>
              Last used <UtcTime iso={factor.usedAt} />
            </span>
          )}
        </>
      }
    >
      <Button size="sm" onClick={() => onOpenDialog({ dialog: 'remove', factor })}>
        Remove<span className="vh"> {factor.name}</span>
      </Button>
    </SettingsRow>
  );
}

function RecoveryRow({
  codesLeft,
  busy,
  onGenerate,
}: {
  codesLeft: number | null;
  busy: boolean;
  onGenerate: () => void;
}) {
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

function FactorOffers({ types, onOpenDialog }: { types: readonly FactorType[]; onOpenDialog: OpenDialog }) {
  return (
    <ul className="sheet">
      {types.map((type) => {
        const { label, description, Icon } = FACTOR_COPY[type];
        return (
          <SettingsRow key={type} isCompact Icon={Icon} name={label} details={description}>
            <Button size="sm" onClick={() => onOpenDialog({ dialog: 'add', type })}>
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

function AddAnotherFactor({
  types,
  isFull,
  onOpenDialog,
}: {
  types: readonly FactorType[];
  isFull: boolean;
  onOpenDialog: OpenDialog;
}) {
  if (isFull) return <p className="settings-section__add small muted">You have as many as an account can have.</p>;
  return (
    <div className="settings-section__add">
      <span className="small muted">Add another</span>
      {types.map((type) => (
        <Button key={type} size="sm" onClick={() => onOpenDialog({ dialog: 'add', type })}>
          {FACTOR_COPY[type].label}
        </Button>
      ))}
    </div>
  );
}

export function TwoFactorSection({ account, user, refresh }: SectionProps) {
  const [openDialog, setOpenDialog] = useState<TwoFactorDialog | null>(null);
  const recoveryCodes = useRecoveryCodes();
  const factors = listAccountFactors(user);
  const verified = factors.filter((factor) => factor.verified);
  const types = listOfferedFactorTypes(account.options.phone);
  const codesLeft = account.recoveryCodesLeft;
  const generateCodes = async () => {
    const result = await recoveryCodes.run(codesLeft !== null);
    setOpenDialog(result && { dialog: 'codes', codes: result.data.codes });
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
  return (
    <SettingsSection
      id="second-step"
      description="Something that you have, asked for after your password. Whoever learns the password still cannot get in."
    >
      {!account.mayHaveSecondStep && factors.length === 0 ? (
        <ConfirmEmailFirst email={account.email} />
      ) : factors.length === 0 ? (
        <FactorOffers types={types} onOpenDialog={setOpenDialog} />
      ) : (
        <div className="sheet">
          <ul>
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onOpenDialog={setOpenDialog} refresh={refresh} />
            ))}
            {verified.length > 0 && (
              <RecoveryRow
                codesLeft={codesLeft}
                busy={recoveryCodes.busy}
                onGenerate={() => (codesLeft === null ? void generateCodes() : setOpenDialog({ dialog: 'renew' }))}
              />
            )}
          </ul>
          <AddAnotherFactor types={types} isFull={factors.length >= MAX_FACTORS} onOpenDialog={setOpenDialog} />
        </div>
      )}
      {openDialog && (
        <TwoFactorDialogs
          openDialog={openDialog}
          factors={factors}
          email={account.email}
          isGenerating={recoveryCodes.busy}
          onGenerate={generateCodes}
          onAdded={handleAdded}
          refresh={refresh}
          onClose={closeDialog}
        />
      )}
    </SettingsSection>
  );
}

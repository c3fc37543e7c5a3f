import { useState } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';
import { FormDialog } from '#app/components/dialog.tsx';
import { CodeField } from '#app/components/text-field.tsx';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { callAuth } from '#app/lib/session/session.ts';
import { twoFactorDialogMessages } from '#content/messages/two-factor-dialogs.ts';
import { SITE } from '#content/site.ts';

import { discardUnverifiedFactors } from './account-factors.ts';
import { type AddFactorProps, FactorNameField } from './add-factor.tsx';

const messages = twoFactorDialogMessages.totp;

/** Groups of four characters, for typing. */
const formatSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

type TotpSecret = { qrCodeUrl: string; secret: string; uri: string };

/** The TOTP secret as a QR code, as a link for this device, and as text. */
function TotpSetup({ qrCodeUrl, secret, uri }: TotpSecret) {
  return (
    <div className="totp-setup">
      <a href={uri} aria-label={messages.openApp}>
        <img src={qrCodeUrl} alt={messages.qrCodeAlt} width={180} height={180} />
      </a>
      <div className="field">
        <span className="lab">{messages.secret}</span>
        <div className="copy">
          <span className="totp-setup__secret">{formatSecret(secret)}</span>
          <CopyButton text={secret} />
        </div>
      </div>
    </div>
  );
}

type TotpEnrollment = { id: string; setup: TotpSecret | null };

async function enrollTotp(friendlyName: string): Promise<TotpEnrollment> {
  await discardUnverifiedFactors('totp');
  const { id, totp } = await callAuth((auth) =>
    auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: SITE.name }),
  );
  return { id, setup: { ...totp, qrCodeUrl: totp.qr_code } };
}

/** Asks for a name, then shows the QR code and verifies the first code. */
export function TotpDialog({ suggestedName, pendingFactor, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(suggestedName);
  const [enrollment, setEnrollment] = useState<TotpEnrollment | null>(
    pendingFactor ? { id: pendingFactor.id, setup: null } : null,
  );
  const [code, setCode] = useState('');
  const { busy, error, clear, run } = useFormAction();
  const startEnrollment = () => void run(async () => setEnrollment(await enrollTotp(name.trim() || suggestedName)));
  const finishEnrollment = async () => {
    if (!enrollment) return;
    const verifyCode = () => callAuth((auth) => auth.mfa.challengeAndVerify({ factorId: enrollment.id, code }));
    if (await run(verifyCode)) onAdded();
  };
  if (!enrollment)
    return (
      <FormDialog
        title={messages.title}
        description={messages.intro}
        submitLabel={twoFactorDialogMessages.addFactor.continue}
        busyLabel={busy && twoFactorDialogMessages.addFactor.busy}
        onSubmit={startEnrollment}
        onInput={clear}
        onClose={onClose}
      >
        <FactorNameField value={name} onValueChange={setName} error={error} />
      </FormDialog>
    );
  const restart = () => {
    clear();
    setCode('');
    setEnrollment(null);
  };
  return (
    <FormDialog
      title={messages.title}
      description={enrollment.setup ? messages.instructions : messages.finishInstructions}
      submitLabel={twoFactorDialogMessages.addFactor.add}
      busyLabel={busy && twoFactorDialogMessages.addFactor.checking}
      canSubmit={code !== ''}
      onSubmit={() => void finishEnrollment()}
      onInput={clear}
      onClose={onClose}
    >
      {enrollment.setup && <TotpSetup {...enrollment.setup} />}
      <CodeField
        focusOnMount
        label={messages.codeLabel}
        value={code}
        onValueChange={setCode}
        error={error}
        aside={
          !enrollment.setup && (
            <button type="button" className="label-button" onClick={restart}>
              {messages.restart}
            </button>
          )
        }
      />
    </FormDialog>
  );
}

import { useState } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';
import { FormDialog } from '#app/components/dialog.tsx';
import { CodeField } from '#app/components/text-field.tsx';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { SITE } from '#content/site.ts';

import { discardUnverifiedFactors } from './account-factors.ts';
import { type AddFactorProps, FactorNameField } from './add-factor.tsx';

/** Groups of four characters, for typing. */
const formatSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

type TotpSecret = { qrCodeUrl: string; secret: string; uri: string };

/** The TOTP secret as a QR code, as a link for this device, and as text. */
function TotpSetup({ qrCodeUrl, secret, uri }: TotpSecret) {
  return (
    <div className="totp-setup">
      <a href={uri} aria-label="Open in an authenticator app on this device">
        <img src={qrCodeUrl} alt="QR code for your authenticator app" width={180} height={180} />
      </a>
      <div className="field">
        <span className="lab">Secret</span>
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
  const { id, totp } = await unwrapAuthResponse(
    authClient().mfa.enroll({ factorType: 'totp', friendlyName, issuer: SITE.name }),
  );
  return { id, setup: { ...totp, qrCodeUrl: totp.qr_code } };
}

const TITLE = 'Add an authenticator app';

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
    const verifyCode = () => unwrapAuthResponse(authClient().mfa.challengeAndVerify({ factorId: enrollment.id, code }));
    if (await run(verifyCode)) onAdded();
  };
  if (!enrollment)
    return (
      <FormDialog
        title={TITLE}
        description="You need an app for codes, such as the one for passwords on your phone."
        submitLabel="Continue"
        busyLabel={busy && 'One moment...'}
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
      title={TITLE}
      description={
        enrollment.setup
          ? 'Scan the picture with the app, or type the secret there. Then type the code that it shows.'
          : 'Type the code that your app shows. If you have not scanned the picture, start again.'
      }
      submitLabel="Add"
      busyLabel={busy && 'Checking...'}
      canSubmit={code !== ''}
      onSubmit={() => void finishEnrollment()}
      onInput={clear}
      onClose={onClose}
    >
      {enrollment.setup && <TotpSetup {...enrollment.setup} />}
      <CodeField
        focusOnMount
        label="Code from the app"
        value={code}
        onValueChange={setCode}
        error={error}
        aside={
          !enrollment.setup && (
            <button type="button" className="label-button" onClick={restart}>
              Start again
            </button>
          )
        }
      />
    </FormDialog>
  );
}

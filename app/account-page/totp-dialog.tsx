import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { CodeField } from '#app/session/typed-field.tsx';
import { SITE } from '#content/site.ts';

import type { AddFactorProps } from './add-factor.ts';
import { FactorNameField } from './factor-name-field.tsx';
import { discardUnfinished } from './factors.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TotpPicture } from './totp-picture.tsx';
import { useFieldAct } from '#app/session/use-field-act.ts';

type Enrolled = { id: string; picture: { qr: string; secret: string; uri: string } | null };

async function enrol(friendlyName: string): Promise<Enrolled> {
  await discardUnfinished('totp');
  const { id, totp } = await taken(
    authClient().mfa.enroll({ factorType: 'totp', friendlyName, issuer: SITE.name }),
  );
  return { id, picture: { qr: totp.qr_code, secret: totp.secret, uri: totp.uri } };
}

const TITLE = 'Add an authenticator app';

/** Asks for a name, then shows the QR code and verifies the first code. */
export function TotpDialog({ suggested, unfinished, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(suggested);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(
    unfinished ? { id: unfinished.id, picture: null } : null,
  );
  const [code, setCode] = useState('');
  const { busy, problem, clear, run } = useFieldAct();
  const begin = () => void run(async () => setEnrolled(await enrol(name.trim() || suggested)));
  const finish = async () => {
    if (!enrolled) return;
    const check = () => taken(authClient().mfa.challengeAndVerify({ factorId: enrolled.id, code }));
    if (await run(check)) onAdded();
  };
  if (!enrolled)
    return (
      <FormDialog
        title={TITLE}
        about="You need an app for codes, such as the one for passwords on your phone."
        act="Continue"
        busy={busy && 'One moment...'}
        onSubmit={begin}
        onClose={onClose}
      >
        <FactorNameField value={name} onType={setName} error={problem} />
      </FormDialog>
    );
  const startAgain = () => {
    clear();
    setCode('');
    setEnrolled(null);
  };
  return (
    <FormDialog
      title={TITLE}
      about={
        enrolled.picture
          ? 'Scan the picture with the app, or type the secret there. Then type the code that it shows.'
          : 'Type the code that your app shows. If you have not scanned the picture, start again.'
      }
      act="Add"
      busy={busy && 'Checking...'}
      ready={code !== ''}
      onSubmit={() => void finish()}
      onClose={onClose}
    >
      {enrolled.picture && <TotpPicture {...enrolled.picture} />}
      <CodeField
        first
        label="Code from the app"
        value={code}
        onType={(typed) => {
          clear();
          setCode(typed);
        }}
        error={problem}
        aside={
          !enrolled.picture && (
            <button type="button" className="lab-key" onClick={startAgain}>
              Start again
            </button>
          )
        }
      />
    </FormDialog>
  );
}

import { useState } from 'react';

import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import type { Account, ShownStep } from '#domain/account.ts';

import {
  MailWay,
  PasswordWay,
  PhoneWay,
  RecoveryWay,
  SecurityKeyWay,
  TotpWay,
  type WayProps,
} from './confirm-way-forms.tsx';
import { confirmWays, wayWords, type ConfirmWay } from './confirm-ways.ts';
import { useStandingQuestion } from './confirmed.ts';
import { problemWords } from './problem-words.ts';
import { useSession } from './session.ts';
import { useCall } from './use-call.ts';

function WayForm({ way, ...props }: WayProps & { way: ConfirmWay }) {
  switch (way.type) {
    case 'password':
      return <PasswordWay {...props} />;
    case 'mail':
      return <MailWay {...props} email={way.email} />;
    case 'recovery':
      return <RecoveryWay {...props} />;
    case 'totp':
      return <TotpWay {...props} step={way} />;
    case 'phone':
      return <PhoneWay {...props} step={way} />;
    case 'webauthn':
      return <SecurityKeyWay {...props} step={way} />;
  }
}

const STEP_WORDS: Record<ShownStep, string> = {
  first: 'The first of two steps, as when you sign in.',
  second: 'Now your second step.',
};

type ChoiceProps = Omit<WayProps, 'others'> & { ways: readonly ConfirmWay[] };

function Choice({ ways, ...props }: ChoiceProps) {
  const [chosen, setChosen] = useState<ConfirmWay | undefined>(ways[0]);
  if (!chosen) return null;
  const others = ways.filter((way) => way.id !== chosen.id);
  return (
    <WayForm
      key={chosen.id}
      {...props}
      way={chosen}
      others={
        others.length > 0 && (
          <ul className="dlg-ways" aria-label="Other ways">
            {others.map((way) => (
              <li key={way.id}>
                <button type="button" className="lab-key" onClick={() => setChosen(way)}>
                  {wayWords(way)}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

type StepsProps = Omit<WayProps, 'others'> & { account: Account };

/** Asks for each authentication step that the server still requires, one after another. */
function Steps({ account, onShown, onCancel }: StepsProps) {
  const { user } = useSession();
  const [asked] = useState<readonly ShownStep[]>(account.unshown.length > 0 ? account.unshown : ['first']);
  const [shown, setShown] = useState(0);
  const step = asked[shown] ?? 'first';
  const goOn = () => (shown + 1 < asked.length ? setShown(shown + 1) : onShown());
  return (
    <>
      {asked.length > 1 && <p className="muted">{STEP_WORDS[step]}</p>}
      <Choice key={step} ways={confirmWays(step, account, user)} onShown={goOn} onCancel={onCancel} />
    </>
  );
}

function Ways({ onShown, onCancel }: Omit<WayProps, 'others'>) {
  const { retry, ...account } = useCall('get-account', {});
  if (account.state === 'ready')
    return <Steps account={account.answer} onShown={onShown} onCancel={onCancel} />;
  const failed = account.state === 'failed';
  return (
    <>
      {failed && <p role="alert">{problemWords(account.error)}</p>}
      <div className="dlg-keys">
        <Key onClick={onCancel}>Cancel</Key>
        <Key kind="primary" onClick={retry} busy={!failed && 'One moment...'}>
          Try again
        </Key>
      </div>
    </>
  );
}

/** Step-up authentication: opens before an action on the account, its money or its data. Rendered once per layout. */
export function ConfirmIdentityDialog() {
  const question = useStandingQuestion();
  if (!question) return null;
  const cancel = () => question.answer(false);
  return (
    <Dialog
      className="dlg dlg-over"
      title="Is it you?"
      about="Show it once more, and it goes on by itself. For five minutes you are not asked again."
      onClose={cancel}
      focusFirst="input"
    >
      <Ways onShown={() => question.answer(true)} onCancel={cancel} />
    </Dialog>
  );
}

import { useState } from 'react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { CodeField, TypedField } from '#app/session/typed-field.tsx';

import { isNameRefusal, type AddFactorProps } from './add-factor.ts';
import { FactorNameField } from './factor-name-field.tsx';
import { discardUnfinished } from './factors.ts';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { phoneFrom, phoneProblem } from './phone-typed.ts';
import { useFieldAct } from '#app/session/use-field-act.ts';

type Begun = { factorId: string; challengeId: string | null };

const sendCode = async (factorId: string): Promise<Begun> => {
  const { id } = await taken(authClient().mfa.challenge({ factorId, channel: 'sms' }));
  return { factorId, challengeId: id };
};

async function enrol(friendlyName: string, phone: string): Promise<string> {
  await discardUnfinished('phone');
  return (await taken(authClient().mfa.enroll({ factorType: 'phone', friendlyName, phone }))).id;
}

/** State of the phone enrollment: sends the number, then verifies the code of the text message. */
function usePhone({ suggested, unfinished, onAdded }: AddFactorProps) {
  const [begun, setBegun] = useState<Begun | null>(
    unfinished ? { factorId: unfinished.id, challengeId: null } : null,
  );
  const [typed, setTyped] = useState({ name: suggested, phone: '', code: '' });
  const [own, setOwn] = useState<string | null>(null);
  const { run, ...refused } = useFieldAct();
  const type = (change: Partial<typeof typed>) => {
    setOwn(null);
    refused.clear();
    setTyped({ ...typed, ...change });
  };
  const begin = async () => {
    const found = phoneProblem(typed.phone);
    setOwn(found);
    if (found) return;
    await run(async () => {
      const factorId = await enrol(typed.name.trim() || suggested, phoneFrom(typed.phone));
      setBegun(await sendCode(factorId));
    });
  };
  const send = async ({ factorId }: Begun) => {
    await run(async () => setBegun(await sendCode(factorId)));
  };
  const finish = async (factorId: string, challengeId: string) => {
    const check = () => taken(authClient().mfa.verify({ factorId, challengeId, code: typed.code }));
    if (await run(check)) onAdded();
  };
  const goOn = async () => {
    if (!begun) return begin();
    return begun.challengeId ? finish(begun.factorId, begun.challengeId) : send(begun);
  };
  return { begun, typed, type, own, refused, goOn, send };
}

type Phone = ReturnType<typeof usePhone>;

function NumberFields({ phone: { typed, type, own, refused } }: { phone: Phone }) {
  const ofName = isNameRefusal(refused.code);
  return (
    <>
      <TypedField
        label="Number"
        hint="With the country code, like +44 7700 900123."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={typed.phone}
        error={own ?? (ofName ? null : refused.problem)}
        onType={(number) => type({ phone: number })}
      />
      <FactorNameField
        value={typed.name}
        onType={(name) => type({ name })}
        error={ofName ? refused.problem : null}
      />
    </>
  );
}

function SentCode({ phone: { begun, typed, type, refused, send } }: { phone: Phone }) {
  return (
    <CodeField
      first
      label="Code from the message"
      value={typed.code}
      onType={(code) => type({ code })}
      error={refused.problem}
      aside={
        <button type="button" className="lab-key" onClick={() => void (begun && send(begun))}>
          Send another
        </button>
      }
    />
  );
}

const SHEETS = {
  number: {
    about:
      'We send a code to it now, and each time you sign in. Whoever takes over your number reads it too: an app or a security key is safer.',
    act: 'Send the code',
  },
  send: { about: 'We send a message with a code to your phone.', act: 'Send the code' },
  code: { about: 'We sent a message with a code to your phone.', act: 'Add' },
} as const;

export function PhoneDialog(props: AddFactorProps) {
  const phone = usePhone(props);
  const { begun, typed, refused, goOn } = phone;
  const sent = begun?.challengeId ? 'code' : 'send';
  const sheet = begun ? sent : 'number';
  return (
    <FormDialog
      title="Add a phone"
      {...SHEETS[sheet]}
      busy={refused.busy && 'One moment...'}
      ready={sheet !== 'code' || typed.code !== ''}
      onSubmit={() => void goOn()}
      onClose={props.onClose}
    >
      {sheet === 'number' && <NumberFields phone={phone} />}
      {sheet === 'code' && <SentCode phone={phone} />}
      {sheet === 'send' && refused.problem && (
        <p className="err" role="alert">
          {refused.problem}
        </p>
      )}
    </FormDialog>
  );
}

import { useState } from 'react';

import { FormDialog } from '#app/components/dialog.tsx';
import { FormError } from '#app/components/field.tsx';
import { CodeField, TextField } from '#app/components/text-field.tsx';
import { InputError } from '#app/lib/error-message.ts';
import { useFormAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { callAuth } from '#app/lib/session/session.ts';
import { twoFactorDialogMessages } from '#content/messages/two-factor-dialogs.ts';

import { discardUnverifiedFactors } from './account-factors.ts';
import { isNameConflict, type AddFactorProps, FactorNameField } from './add-factor.tsx';

const messages = twoFactorDialogMessages.phone;

/** Separators between digits, and the trunk prefix "(0)" that is dropped in international numbers. */
const SEPARATORS = /\(0\)|[\s().\-/\u00A0]/g;

/** Normalizes a phone number to a plus sign and digits. */
export const normalizePhone = (text: string): string => text.replace(SEPARATORS, '').replace(/^00/, '+');

/** Normalizes a phone number. Throws an `InputError` for an incomplete one. */
export function parsePhone(text: string): string {
  const phone = normalizePhone(text);
  if (!phone) throw new InputError(messages.errors.missing);
  if (!phone.startsWith('+')) throw new InputError(messages.errors.noCountryCode);
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) throw new InputError(messages.errors.incomplete);
  return phone;
}

type PhoneEnrollment = { factorId: string; challengeId: string | null };

const requestCode = async (factorId: string): Promise<PhoneEnrollment> => {
  const { id } = await callAuth((auth) => auth.mfa.challenge({ factorId, channel: 'sms' }));
  return { factorId, challengeId: id };
};

async function enrollPhone(friendlyName: string, phone: string): Promise<string> {
  await discardUnverifiedFactors('phone');
  return (await callAuth((auth) => auth.mfa.enroll({ factorType: 'phone', friendlyName, phone }))).id;
}

/** State of the phone enrollment: sends the number, then verifies the code of the text message. */
function usePhoneEnrollment({ suggestedName, pendingFactor, onAdded }: AddFactorProps) {
  const [enrollment, setEnrollment] = useState<PhoneEnrollment | null>(
    pendingFactor ? { factorId: pendingFactor.id, challengeId: null } : null,
  );
  const [values, setValues] = useState({ name: suggestedName, phone: '', code: '' });
  const { run, ...formAction } = useFormAction();
  const updateValues = (changedValues: Partial<typeof values>) => setValues({ ...values, ...changedValues });
  const startEnrollment = () =>
    run(async () => {
      const factorId = await enrollPhone(values.name.trim() || suggestedName, parsePhone(values.phone));
      setEnrollment(await requestCode(factorId));
    });
  const resendCode = ({ factorId }: PhoneEnrollment) => run(async () => setEnrollment(await requestCode(factorId)));
  const finishEnrollment = async (factorId: string, challengeId: string) => {
    const verifyCode = () => callAuth((auth) => auth.mfa.verify({ factorId, challengeId, code: values.code }));
    if (await run(verifyCode)) onAdded();
  };
  const handleSubmit = (): Promise<unknown> => {
    if (!enrollment) return startEnrollment();
    return enrollment.challengeId
      ? finishEnrollment(enrollment.factorId, enrollment.challengeId)
      : resendCode(enrollment);
  };
  return { enrollment, values, updateValues, formAction, handleSubmit, resendCode };
}

type PhoneForm = ReturnType<typeof usePhoneEnrollment>;

function NumberFields({ form: { values, updateValues, formAction } }: { form: PhoneForm }) {
  const isNameError = isNameConflict(formAction.code);
  return (
    <>
      <TextField
        label={messages.numberLabel}
        hint={messages.numberHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={values.phone}
        error={isNameError ? null : formAction.error}
        onValueChange={(phoneNumber) => updateValues({ phone: phoneNumber })}
      />
      <FactorNameField
        value={values.name}
        onValueChange={(name) => updateValues({ name })}
        error={isNameError ? formAction.error : null}
      />
    </>
  );
}

function CodeStep({ form: { enrollment, values, updateValues, formAction, resendCode } }: { form: PhoneForm }) {
  return (
    <CodeField
      focusOnMount
      label={messages.codeLabel}
      value={values.code}
      onValueChange={(code) => updateValues({ code })}
      error={formAction.error}
      aside={
        <button type="button" className="label-button" onClick={() => void (enrollment && resendCode(enrollment))}>
          {messages.resendCode}
        </button>
      }
    />
  );
}

const STEP_COPY = {
  number: {
    description: messages.intro,
    submitLabel: messages.sendCode,
  },
  send: { description: messages.sendInstructions, submitLabel: messages.sendCode },
  code: { description: messages.codeInstructions, submitLabel: twoFactorDialogMessages.addFactor.add },
} as const;

export function PhoneDialog(props: AddFactorProps) {
  const form = usePhoneEnrollment(props);
  const { enrollment, values, formAction, handleSubmit } = form;
  const codeStep = enrollment?.challengeId ? 'code' : 'send';
  const step = enrollment ? codeStep : 'number';
  return (
    <FormDialog
      title={messages.title}
      {...STEP_COPY[step]}
      busyLabel={formAction.busy && twoFactorDialogMessages.addFactor.busy}
      canSubmit={step !== 'code' || values.code !== ''}
      onSubmit={() => void handleSubmit()}
      onInput={formAction.clear}
      onClose={props.onClose}
    >
      {step === 'number' && <NumberFields form={form} />}
      {step === 'code' && <CodeStep form={form} />}
      {step === 'send' && <FormError>{formAction.error}</FormError>}
    </FormDialog>
  );
}

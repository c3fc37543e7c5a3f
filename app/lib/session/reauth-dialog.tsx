import type { User } from '@supabase/auth-js';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { reauthMessages } from '#content/messages/reauthentication.ts';
import type { Account, ReauthStep } from '#domain/account.ts';

import { getErrorMessage } from '../error-message.ts';
import { useRpcQuery } from '../rpc/use-rpc-query.ts';
import { MethodForm, type MethodFormProps, type ReauthMethod } from './reauth-forms.tsx';
import { listSecondFactors } from './second-factor.ts';
import { useSession } from './session.ts';

const messages = reauthMessages;

/** Label of the button that switches to this method. */
export function getReauthMethodLabel(method: ReauthMethod): string {
  if (method.type === 'password') return messages.methods.password;
  if (method.type === 'mail') return messages.methods.email;
  if (method.type === 'recovery') return messages.methods.recovery;
  return messages.methods[method.type]({ name: method.name });
}

type AccountFields = Pick<Account, 'email' | 'hasPassword' | 'recoveryCodesLeft'>;

/** Lists the methods that this account has for a step, the most convenient first. */
export function listReauthMethods(step: ReauthStep, account: AccountFields, user: User | null): ReauthMethod[] {
  const { email, hasPassword, recoveryCodesLeft } = account;
  if (step === 'first')
    return [
      ...(hasPassword ? [{ id: 'password', type: 'password' } as const] : []),
      { id: 'mail', type: 'mail', email },
    ];
  return [
    ...(user ? listSecondFactors(user) : []),
    ...(recoveryCodesLeft ? [{ id: 'recovery', type: 'recovery' } as const] : []),
  ];
}

type MethodChoiceProps = Omit<MethodFormProps, 'alternatives'> & { methods: readonly ReauthMethod[] };

function MethodChoice({ methods, ...props }: MethodChoiceProps) {
  const [selectedMethod, setSelectedMethod] = useState<ReauthMethod | undefined>(methods[0]);
  if (!selectedMethod) return null;
  const otherMethods = methods.filter((method) => method.id !== selectedMethod.id);
  return (
    <MethodForm
      key={selectedMethod.id}
      {...props}
      method={selectedMethod}
      alternatives={
        otherMethods.length > 0 && (
          <ul className="dialog__methods" aria-label={messages.otherMethods}>
            {otherMethods.map((method) => (
              <li key={method.id}>
                <button type="button" className="label-button" onClick={() => setSelectedMethod(method)}>
                  {getReauthMethodLabel(method)}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

type ReauthStepsProps = Omit<MethodFormProps, 'alternatives'> & { account: Account };

/** Asks for each authentication step that the server still requires, one after another. */
function ReauthSteps({ account, onVerified, onCancel }: ReauthStepsProps) {
  const { user } = useSession();
  const [requiredSteps] = useState<readonly ReauthStep[]>(account.unshown.length > 0 ? account.unshown : ['first']);
  const [completedCount, setCompletedCount] = useState(0);
  const step = requiredSteps[completedCount] ?? 'first';
  const handleStepVerified = () =>
    completedCount + 1 < requiredSteps.length ? setCompletedCount(completedCount + 1) : onVerified();
  return (
    <>
      {requiredSteps.length > 1 && <p className="muted">{messages.steps[step]}</p>}
      <MethodChoice
        key={step}
        methods={listReauthMethods(step, account, user)}
        onVerified={handleStepVerified}
        onCancel={onCancel}
      />
    </>
  );
}

function ReauthMethods({ onVerified, onCancel }: Omit<MethodFormProps, 'alternatives'>) {
  // The settings screen may have cached an account whose required steps have changed since.
  const { data: account, error, isFetchedAfterMount, retry } = useRpcQuery('get-account', {});
  if (account && isFetchedAfterMount && error === null)
    return <ReauthSteps account={account} onVerified={onVerified} onCancel={onCancel} />;
  return (
    <>
      {error !== null && <p role="alert">{getErrorMessage(error)}</p>}
      <div className="dialog__actions">
        <Button onClick={onCancel}>{messages.cancel}</Button>
        <Button variant="primary" onClick={retry} busyLabel={error === null && messages.loading}>
          {messages.tryAgain}
        </Button>
      </div>
    </>
  );
}

type Props = { onVerified: () => void; onClose: () => void };

/** Asks for the proofs that the server requires before an action on the account, its money or its data. */
export const ReauthDialog = ({ onVerified, onClose }: Props) => (
  <Dialog
    className="dlg dialog--stacked"
    title={messages.title}
    description={messages.description}
    onClose={onClose}
    initialFocus="input"
  >
    <ReauthMethods onVerified={onVerified} onCancel={onClose} />
  </Dialog>
);

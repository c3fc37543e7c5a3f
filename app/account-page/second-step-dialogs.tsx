import { authClient, refreshUser } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { AskDialog } from '#app/ui/dialog.tsx';
import type { FactorType } from '#domain/account.ts';

import { freeName, type FactorNow } from './factors.ts';
import { PhoneDialog } from './phone-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityKeyDialog } from './security-key-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { useAct } from '#app/session/use-act.ts';

/** The dialog that is open. */
export type SecondStepSheet =
  | { show: 'add'; type: FactorType; unfinished?: FactorNow }
  | { show: 'remove'; factor: FactorNow }
  | { show: 'renew' }
  | { show: 'codes'; codes: string[] };

const ADD = { totp: TotpDialog, phone: PhoneDialog, webauthn: SecurityKeyDialog } as const;

const lastWords =
  'It is your only second step. Without it your password alone opens the account, and your recovery codes stop working.';

type RemoveProps = { factor: FactorNow; last: boolean; onRemoved: () => void; onClose: () => void };

/** Removes a factor and refreshes the token, whose claims still include the factor. */
async function remove(factorId: string): Promise<void> {
  await taken(authClient().mfa.unenroll({ factorId }));
  await refreshUser();
}

function RemoveDialog({ factor, last, onRemoved, onClose }: RemoveProps) {
  const { busy, run } = useAct();
  const act = async () => {
    const done = { title: 'Second step removed', message: factor.name };
    if (!(await run(() => remove(factor.id), { done, failed: 'The second step was not removed' }))) return;
    onRemoved();
    onClose();
  };
  return (
    <AskDialog
      title={`Remove ${factor.name}?`}
      about={last ? lastWords : 'You can no longer sign in with it. Your other second steps stay.'}
      safe="Keep it"
      act="Remove"
      busy={busy && 'Removing...'}
      onAct={() => void act()}
      onClose={onClose}
    />
  );
}

type RenewProps = { onMake: () => Promise<void>; busy: boolean; onClose: () => void };

const RenewDialog = ({ onMake, busy, onClose }: RenewProps) => (
  <AskDialog
    title="Make new recovery codes?"
    about="The ones that you have stop working at once."
    safe="Keep the old ones"
    act="Make new ones"
    kind="primary"
    busy={busy && 'Making them...'}
    onAct={() => void onMake()}
    onClose={onClose}
  />
);

type Props = {
  sheet: SecondStepSheet;
  factors: readonly FactorNow[];
  email: string;
  making: boolean;
  onMake: () => Promise<void>;
  onAdded: () => void;
  changed: () => void;
  onClose: () => void;
};

export function SecondStepDialogs({ sheet, factors, email, ...props }: Props) {
  const { making, onMake, onAdded, changed, onClose } = props;
  switch (sheet.show) {
    case 'add': {
      const AddDialog = ADD[sheet.type];
      const others = factors.filter(({ verified }) => verified);
      return (
        <AddDialog
          suggested={sheet.unfinished?.name ?? freeName(sheet.type, others)}
          unfinished={sheet.unfinished}
          onAdded={onAdded}
          onClose={onClose}
        />
      );
    }
    case 'remove': {
      const last = factors.filter(({ verified }) => verified).length === 1;
      return <RemoveDialog factor={sheet.factor} last={last} onRemoved={changed} onClose={onClose} />;
    }
    case 'renew':
      return <RenewDialog onMake={onMake} busy={making} onClose={onClose} />;
    case 'codes':
      return <RecoveryCodesDialog codes={sheet.codes} email={email} onKept={onClose} />;
  }
}

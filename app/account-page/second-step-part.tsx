import { Clock, LifeBuoy, MailQuestionMark, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { MAX_FACTORS, RECOVERY_CODES, type FactorType } from '#domain/account.ts';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { DiscardKey } from './discard-key.tsx';
import { FACTOR_WORDS, factorsOf, offeredTypes, type FactorNow } from './factors.ts';
import { SendAgain } from './send-again.tsx';
import { SecondStepDialogs, type SecondStepSheet } from './second-step-dialogs.tsx';
import type { PartProps } from './use-account.ts';
import { useRecoveryCodes } from './use-recovery-codes.ts';

type Show = (sheet: SecondStepSheet) => void;

function FactorRow({ factor, show, changed }: { factor: FactorNow; show: Show; changed: () => void }) {
  const { kind, Icon } = FACTOR_WORDS[factor.type];
  if (!factor.verified)
    return (
      <AccountRow
        Icon={Icon}
        name={factor.name}
        facts={
          <>
            <Badge label="Not finished" tint="canary" Icon={Clock} />
            <span>It is not asked for before you finish it.</span>
          </>
        }
      >
        <DiscardKey factor={factor} onDiscarded={changed} />
        <Key size="sm" onClick={() => show({ show: 'add', type: factor.type, unfinished: factor })}>
          Finish<span className="vh"> {factor.name}</span>
        </Key>
      </AccountRow>
    );
  return (
    <AccountRow
      Icon={Icon}
      name={factor.name}
      facts={
        <>
          {factor.name !== kind && <span>{kind}</span>}
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
      <Key size="sm" onClick={() => show({ show: 'remove', factor })}>
        Remove<span className="vh"> {factor.name}</span>
      </Key>
    </AccountRow>
  );
}

function RecoveryRow({ left, busy, onMake }: { left: number | null; busy: boolean; onMake: () => void }) {
  const few = left !== null && left <= 2;
  return (
    <AccountRow
      Icon={LifeBuoy}
      name="Recovery codes"
      facts={
        left === null ? (
          'None yet. They open your account when your second step is lost.'
        ) : (
          <>
            {few && (
              <Badge label={left === 0 ? 'None left' : 'Few left'} tint="canary" Icon={TriangleAlert} />
            )}
            <span>
              {left} of {RECOVERY_CODES} left. Each opens your account once.
            </span>
          </>
        )
      }
    >
      <Key size="sm" onClick={onMake} busy={busy && 'Making them...'}>
        {left === null ? 'Make codes' : 'Make new ones'}
      </Key>
    </AccountRow>
  );
}

function Offers({ types, show }: { types: readonly FactorType[]; show: Show }) {
  return (
    <ul className="sheet acc-list">
      {types.map((type) => {
        const { kind, about, Icon } = FACTOR_WORDS[type];
        return (
          <AccountRow key={type} short Icon={Icon} name={kind} facts={about}>
            <Key size="sm" onClick={() => show({ show: 'add', type })}>
              Add<span className="vh"> {kind.toLowerCase()}</span>
            </Key>
          </AccountRow>
        );
      })}
    </ul>
  );
}

function ConfirmFirst({ email }: { email: string }) {
  return (
    <ul className="sheet acc-list">
      <AccountRow
        Icon={MailQuestionMark}
        name="Confirm your email address first"
        facts="So nobody can lock an account that was opened with the address of somebody else."
      >
        <SendAgain type="signup" email={email} />
      </AccountRow>
    </ul>
  );
}

function AddAnother({ types, full, show }: { types: readonly FactorType[]; full: boolean; show: Show }) {
  if (full) return <p className="acc-another small muted">You have as many as an account can have.</p>;
  return (
    <div className="acc-another">
      <span className="small muted">Add another</span>
      {types.map((type) => (
        <Key key={type} size="sm" onClick={() => show({ show: 'add', type })}>
          {FACTOR_WORDS[type].kind}
        </Key>
      ))}
    </div>
  );
}

export function SecondStepPart({ account, user, changed }: PartProps) {
  const [sheet, setSheet] = useState<SecondStepSheet | null>(null);
  const recovery = useRecoveryCodes();
  const factors = factorsOf(user);
  const verified = factors.filter((factor) => factor.verified);
  const types = offeredTypes(account.options.phone);
  const left = account.recoveryCodesLeft;
  const make = async () => {
    const codes = await recovery.make(left !== null);
    setSheet(codes && { show: 'codes', codes });
    changed();
  };
  const close = () => {
    setSheet(null);
    changed();
  };
  const added = () => {
    toast({ title: 'Second step added', message: 'It is asked for at the next sign-in.' });
    setSheet(null);
    if (left === null) void make();
    else changed();
  };
  return (
    <AccountPart
      id="second-step"
      about="Something that you have, asked for after your password. Whoever learns the password still cannot get in."
    >
      {!account.mayHaveSecondStep && factors.length === 0 ? (
        <ConfirmFirst email={account.email} />
      ) : factors.length === 0 ? (
        <Offers types={types} show={setSheet} />
      ) : (
        <div className="sheet">
          <ul className="acc-list">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} show={setSheet} changed={changed} />
            ))}
            {verified.length > 0 && (
              <RecoveryRow
                left={left}
                busy={recovery.busy}
                onMake={() => (left === null ? void make() : setSheet({ show: 'renew' }))}
              />
            )}
          </ul>
          <AddAnother types={types} full={factors.length >= MAX_FACTORS} show={setSheet} />
        </div>
      )}
      {sheet && (
        <SecondStepDialogs
          sheet={sheet}
          factors={factors}
          email={account.email}
          making={recovery.busy}
          onMake={make}
          onAdded={added}
          changed={changed}
          onClose={close}
        />
      )}
    </AccountPart>
  );
}

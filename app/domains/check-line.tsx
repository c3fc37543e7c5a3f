import { RefreshCw } from 'lucide-react';
import { useState } from 'react';

import { useFailToast } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { lookOf } from './domain-look.ts';

type Props = { domain: SellerDomain; onCheck: () => Promise<SellerDomain> };

/** Announcement for screen readers after a check. */
const saidOf = (domain: SellerDomain): string =>
  [`${domain.name}: ${lookOf(domain).badge.label}.`, ...domain.diagnosis].join(' ');

function headingOf({ diagnosis, state, checkedAt }: SellerDomain): string {
  if (diagnosis.length > 0) return 'What we found';
  if (state === 'live') return 'All is right';
  return checkedAt ? 'Nothing found yet' : 'Not looked at yet';
}

function Times({ checkedAt, nextCheckAt }: Pick<SellerDomain, 'checkedAt' | 'nextCheckAt'>) {
  return (
    <p className="small muted dom-times">
      <span>
        {checkedAt ? (
          <>
            Looked at <UtcTime iso={checkedAt} />
          </>
        ) : (
          'Not looked at yet'
        )}
      </span>
      {nextCheckAt && (
        <span>
          Looked at again by itself <UtcTime iso={nextCheckAt} />
        </span>
      )}
    </p>
  );
}

/** Result of the last check, with a button to check now. */
export function CheckLine({ domain, onCheck }: Props) {
  const { diagnosis, state } = domain;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const failToast = useFailToast();
  const check = async () => {
    setBusy(true);
    setSaid('');
    try {
      setSaid(saidOf(await onCheck()));
    } catch (error) {
      failToast(error, 'The check failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="dom-check" data-state={state}>
      <div>
        <h3 className="h3">{headingOf(domain)}</h3>
        {diagnosis.length > 0 && (
          <ul>
            {diagnosis.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <Times {...domain} />
      </div>
      <Key size="sm" busy={busy && 'Looking...'} onClick={() => void check()}>
        <RefreshCw className="i" aria-hidden="true" />
        Check now
      </Key>
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}

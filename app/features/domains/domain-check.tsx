import { RefreshCw } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { getDomainDisplay } from './domain-display.ts';

type Props = { domain: SellerDomain; onCheck: () => Promise<SellerDomain> };

/** Announcement for screen readers after a check. */
const describeCheck = (domain: SellerDomain): string =>
  [`${domain.name}: ${getDomainDisplay(domain).badge.label}.`, ...domain.diagnosis].join(' ');

function getHeading({ diagnosis, state, checkedAt }: SellerDomain): string {
  if (diagnosis.length > 0) return 'What we found';
  if (state === 'live') return 'All is right';
  return checkedAt ? 'Nothing found yet' : 'Not looked at yet';
}

function CheckTimes({ checkedAt, nextCheckAt }: Pick<SellerDomain, 'checkedAt' | 'nextCheckAt'>) {
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
export function DomainCheck({ domain, onCheck }: Props) {
  const { diagnosis, state } = domain;
  const [busy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const showErrorToast = useErrorToast();
  const check = async () => {
    setBusy(true);
    setAnnouncement('');
    try {
      setAnnouncement(describeCheck(await onCheck()));
    } catch (error) {
      showErrorToast(error, 'The check failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="dom-check" data-state={state}>
      <div>
        <h3 className="h3">{getHeading(domain)}</h3>
        {diagnosis.length > 0 && (
          <ul>
            {diagnosis.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
        <CheckTimes {...domain} />
      </div>
      <Button Icon={RefreshCw} size="sm" busyLabel={busy && 'Looking...'} onClick={() => void check()}>
        Check now
      </Button>
      <p className="vh" role="status">
        {announcement}
      </p>
    </div>
  );
}

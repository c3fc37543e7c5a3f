import { CirclePause, KeyRound, TriangleAlert } from 'lucide-react';

import { countText } from '#app/ui/count-text.ts';
import { Key } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import { DELIVERIES_KEPT_DAYS, PAUSED_AFTER_HOURS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import type { EndpointActs } from './use-endpoint-acts.ts';

const DAYS = PAUSED_AFTER_HOURS / 24;
const KEPT = `${DELIVERIES_KEPT_DAYS} days`;

const waitingText = (waiting: number): string => {
  if (waiting === 0) return `Nothing waits yet. What happens meanwhile is kept for ${KEPT}, in order.`;
  const what = waiting === 1 ? 'One message waits.' : `${countText(waiting)} messages wait.`;
  return `${what} It is kept for ${KEPT}, and goes out in order when you resume.`;
};

function Paused({ endpoint, acts }: { endpoint: WebhookEndpoint; acts: EndpointActs }) {
  const { pausedBy, failingSince, waiting } = endpoint;
  const byUs = pausedBy === 'failures';
  return (
    <div className={byUs ? 'banner pink hook-strip' : 'banner canary hook-strip'} role="status">
      <CirclePause className="i" aria-hidden="true" />
      <div>
        <b>{byUs ? 'We have paused this webhook.' : 'You have paused this webhook.'}</b>{' '}
        {byUs && (
          <>
            {failingSince ? (
              <>
                Nothing has arrived since <UtcTime iso={failingSince} />
              </>
            ) : (
              'Its address says that it is gone'
            )}
            , and the log says why. Mend it, then resume.{' '}
          </>
        )}
        {waitingText(waiting)}
      </div>
      <Key size="sm" kind="primary" busy={acts.turning && 'Resuming...'} onClick={() => acts.turn('active')}>
        Resume
      </Key>
    </div>
  );
}

/** Banners about a paused or failing endpoint and about secret rotation. */
export function EndpointStrips({ endpoint, acts }: { endpoint: WebhookEndpoint; acts: EndpointActs }) {
  const { state, failingSince, oldSecretUntil } = endpoint;
  return (
    <div className="hook-strips">
      {state === 'paused' && <Paused endpoint={endpoint} acts={acts} />}
      {state === 'active' && failingSince && (
        <div className="banner canary hook-strip" role="status">
          <TriangleAlert className="i" aria-hidden="true" />
          <div>
            <b>
              Nothing has arrived since <UtcTime iso={failingSince} />.
            </b>{' '}
            Every message is tried again, later and later. After {DAYS} days without a success we pause the
            webhook and write to you.
          </div>
        </div>
      )}
      {oldSecretUntil && (
        <div className="banner hook-strip">
          <KeyRound className="i" aria-hidden="true" />
          <div>
            <b>Two secrets sign until</b> <UtcTime iso={oldSecretUntil} />. Put the new one into your program
            by then.
          </div>
        </div>
      )}
    </div>
  );
}

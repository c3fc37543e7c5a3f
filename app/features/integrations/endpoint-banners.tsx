import { CirclePause, KeyRound, TriangleAlert } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { DELIVERY_RETENTION_DAYS, PAUSED_AFTER_HOURS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import type { EndpointActions } from './use-endpoint-actions.ts';

const PAUSED_AFTER_DAYS = PAUSED_AFTER_HOURS / 24;
const RETENTION_TEXT = `${DELIVERY_RETENTION_DAYS} days`;

const formatWaiting = (waiting: number): string => {
  if (waiting === 0) return `Nothing waits yet. What happens meanwhile is kept for ${RETENTION_TEXT}, in order.`;
  const countLabel = waiting === 1 ? 'One message waits.' : `${formatCount(waiting)} messages wait.`;
  return `${countLabel} It is kept for ${RETENTION_TEXT}, and goes out in order when you resume.`;
};

function PausedBanner({ endpoint, actions }: { endpoint: WebhookEndpoint; actions: EndpointActions }) {
  const { pausedBy, failingSince, waiting } = endpoint;
  const isAutomatic = pausedBy === 'failures';
  return (
    <div className={isAutomatic ? 'banner pink hook-strip' : 'banner canary hook-strip'} role="status">
      <CirclePause className="i" aria-hidden="true" />
      <div>
        <b>{isAutomatic ? 'We have paused this webhook.' : 'You have paused this webhook.'}</b>{' '}
        {isAutomatic && (
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
        {formatWaiting(waiting)}
      </div>
      <Button
        size="sm"
        variant="primary"
        busyLabel={actions.isUpdatingState && 'Resuming...'}
        onClick={() => actions.setState('active')}
      >
        Resume
      </Button>
    </div>
  );
}

/** Banners about a paused or failing endpoint and about secret rotation. */
export function EndpointBanners({ endpoint, actions }: { endpoint: WebhookEndpoint; actions: EndpointActions }) {
  const { state, failingSince, oldSecretUntil } = endpoint;
  return (
    <div className="hook-strips">
      {state === 'paused' && <PausedBanner endpoint={endpoint} actions={actions} />}
      {state === 'active' && failingSince && (
        <div className="banner canary hook-strip" role="status">
          <TriangleAlert className="i" aria-hidden="true" />
          <div>
            <b>
              Nothing has arrived since <UtcTime iso={failingSince} />.
            </b>{' '}
            Every message is tried again, later and later. After {PAUSED_AFTER_DAYS} days without a success we pause the
            webhook and write to you.
          </div>
        </div>
      )}
      {oldSecretUntil && (
        <div className="banner hook-strip">
          <KeyRound className="i" aria-hidden="true" />
          <div>
            <b>Two secrets sign until</b> <UtcTime iso={oldSecretUntil} />. Put the new one into your program by then.
          </div>
        </div>
      )}
    </div>
  );
}

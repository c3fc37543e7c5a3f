import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { WebhookDeliveryDetail } from '#domain/webhook-endpoint.ts';

import { CodeBox, DeliveryAttemptDetails } from './delivery-attempt-details.tsx';
import { getDeliveryBadge, formatAttempts } from './delivery-display.ts';
import { formatJson } from './format-json.ts';
import { POLL_INTERVALS_MS } from './use-delivery-log.ts';
import type { EndpointActions } from './use-endpoint-actions.ts';

const LOAD_ERROR_TITLE = 'The delivery could not be loaded';

function DeliveryFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DeliverySummary({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { messageId, orderNumber, createdAt, deliveredAt, nextTryAt } = delivery;
  return (
    <dl className="sent-facts small">
      <DeliveryFact label="Message">
        <span className="hook-code">{messageId}</span>
      </DeliveryFact>
      {orderNumber !== null && (
        <DeliveryFact label="Order">
          <Link className="num" to={`/orders?q=${orderNumber}`}>
            {orderNumber}
          </Link>
        </DeliveryFact>
      )}
      <DeliveryFact label="Happened">
        <UtcTime iso={createdAt} showSeconds />
      </DeliveryFact>
      {deliveredAt && (
        <DeliveryFact label="Arrived">
          <UtcTime iso={deliveredAt} showSeconds />
        </DeliveryFact>
      )}
      {nextTryAt && (
        <DeliveryFact label="Tried next">
          <UtcTime iso={nextTryAt} showSeconds />
        </DeliveryFact>
      )}
    </dl>
  );
}

function DeliveryAttempts({ delivery: { log, state } }: { delivery: WebhookDeliveryDetail }) {
  const emptyText =
    state === 'held'
      ? 'Not tried yet: one before it of the same order must arrive first, or the webhook is paused.'
      : 'Not tried yet. It takes a moment.';
  return (
    <section aria-labelledby="tries-title">
      <h3 className="h3 sent-part-title" id="tries-title">
        {log.length === 0 ? 'Tries' : formatAttempts(log.length)}
      </h3>
      {log.length === 0 && <p className="muted small">{emptyText}</p>}
      <div className="tries">
        {log.map((attempt, index) => (
          <DeliveryAttemptDetails key={attempt.at} attempt={attempt} number={log.length - index} isOpen={index === 0} />
        ))}
      </div>
    </section>
  );
}

function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <div className="sent-detail">
      <div className="sent-detail-head">
        <Badge {...getDeliveryBadge(delivery)} />
        {delivery.lastProblem && delivery.state !== 'delivered' && <p className="neg small">{delivery.lastProblem}</p>}
      </div>
      <DeliverySummary delivery={delivery} />
      <DeliveryAttempts delivery={delivery} />
      <section aria-labelledby="body-title">
        <div className="sent-body-head">
          <h3 className="h3" id="body-title">
            What was sent
          </h3>
          <CopyButton text={delivery.body}>Copy as it was signed</CopyButton>
        </div>
        <CodeBox label="Body as it was sent" text={formatJson(delivery.body)} />
      </section>
    </div>
  );
}

type Props = { deliveryId: string; actions: EndpointActions; onClose: () => void };

/** Dialog of one delivery: request body and all attempts. Its URL can be shared with others who have access. */
export function DeliveryDialog({ deliveryId, actions, onClose }: Props) {
  const { data, error, refetch, retry } = usePolledQuery(
    'get-webhook-delivery',
    { deliveryId },
    POLL_INTERVALS_MS.quick,
  );
  const redeliver = async () => {
    if (await actions.redeliver({ deliveryIds: [deliveryId] })) refetch();
  };
  return (
    <Dialog
      title={data ? <span className="sent-title">{data.delivery.type}</span> : 'Delivery'}
      className="dlg wide sent-dlg"
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */}
      <div className="sent-scroll" role="region" aria-label="Delivery" tabIndex={0}>
        {data === null &&
          (error === null ? (
            <Skeleton rows={5} />
          ) : (
            <ErrorState
              title={LOAD_ERROR_TITLE}
              description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
              onRetry={retry}
            />
          ))}
        {data && <DeliveryDetails delivery={data.delivery} />}
      </div>
      <div className="dlg-keys">
        <Button onClick={onClose}>Close</Button>
        {data && (
          <Button variant="primary" busyLabel={actions.isRedelivering && 'Sending...'} onClick={() => void redeliver()}>
            Redeliver
          </Button>
        )}
      </div>
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useAsked } from '#app/session/use-asked.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Badge } from '#app/ui/badge.tsx';
import { CopyKey } from '#app/ui/copy-key.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { WebhookDeliveryDetail } from '#domain/webhook-endpoint.ts';

import { CodeBox } from './code-box.tsx';
import { deliveryLook, triesText } from './delivery-look.ts';
import { LOOK_EVERY_MS } from './look-pace.ts';
import { prettyJson } from './pretty-json.ts';
import { TryView } from './try-view.tsx';
import type { EndpointActs } from './use-endpoint-acts.ts';

const FAILED = 'The delivery could not be loaded';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { messageId, orderNumber, createdAt, deliveredAt, nextTryAt } = delivery;
  return (
    <dl className="sent-facts small">
      <Fact label="Message">
        <span className="hook-code">{messageId}</span>
      </Fact>
      {orderNumber !== null && (
        <Fact label="Order">
          <Link className="num" to={`/orders?q=${orderNumber}`}>
            {orderNumber}
          </Link>
        </Fact>
      )}
      <Fact label="Happened">
        <UtcTime iso={createdAt} seconds />
      </Fact>
      {deliveredAt && (
        <Fact label="Arrived">
          <UtcTime iso={deliveredAt} seconds />
        </Fact>
      )}
      {nextTryAt && (
        <Fact label="Tried next">
          <UtcTime iso={nextTryAt} seconds />
        </Fact>
      )}
    </dl>
  );
}

function Tries({ delivery: { log, state } }: { delivery: WebhookDeliveryDetail }) {
  const none =
    state === 'held'
      ? 'Not tried yet: one before it of the same order must arrive first, or the webhook is paused.'
      : 'Not tried yet. It takes a moment.';
  return (
    <section aria-labelledby="tries-title">
      <h3 className="h3 sent-part-title" id="tries-title">
        {log.length === 0 ? 'Tries' : triesText(log.length)}
      </h3>
      {log.length === 0 && <p className="muted small">{none}</p>}
      <div className="tries">
        {log.map((one, place) => (
          <TryView key={one.at} one={one} number={log.length - place} isOpen={place === 0} />
        ))}
      </div>
    </section>
  );
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  return (
    <div className="sent-detail">
      <div className="sent-detail-head">
        <Badge {...deliveryLook(delivery)} />
        {delivery.lastProblem && delivery.state !== 'delivered' && (
          <p className="neg small">{delivery.lastProblem}</p>
        )}
      </div>
      <Facts delivery={delivery} />
      <Tries delivery={delivery} />
      <section aria-labelledby="body-title">
        <div className="sent-body-head">
          <h3 className="h3" id="body-title">
            What was sent
          </h3>
          <CopyKey text={delivery.body}>Copy as it was signed</CopyKey>
        </div>
        <CodeBox label="Body as it was sent" text={prettyJson(delivery.body)} />
      </section>
    </div>
  );
}

type Props = { deliveryId: string; acts: EndpointActs; onClose: () => void };

/** Dialog of one delivery: request body and all attempts. Its URL can be shared with others who have access. */
export function DeliveryDialog({ deliveryId, acts, onClose }: Props) {
  const { answer, error, look, retry } = useAsked(
    'get-webhook-delivery',
    { deliveryId },
    LOOK_EVERY_MS.quick,
  );
  const redeliver = async () => {
    if (await acts.redeliver({ deliveryIds: [deliveryId] })) look();
  };
  return (
    <Dialog
      title={answer ? <span className="sent-title">{answer.delivery.type}</span> : 'Delivery'}
      className="dlg wide sent-dlg"
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */}
      <div className="sent-scroll" role="region" aria-label="Delivery" tabIndex={0}>
        {answer === null &&
          (error === null ? (
            <Skeleton rows={5} />
          ) : (
            <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />
          ))}
        {answer && <Detail delivery={answer.delivery} />}
      </div>
      <div className="dlg-keys">
        <Key onClick={onClose}>Close</Key>
        {answer && (
          <Key kind="primary" busy={acts.redelivering && 'Sending...'} onClick={() => void redeliver()}>
            Redeliver
          </Key>
        )}
      </div>
    </Dialog>
  );
}

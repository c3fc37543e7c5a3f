import { RotateCw } from 'lucide-react';
import { useState } from 'react';

import { failWords } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { DELIVERIES_KEPT_DAYS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryPager } from './delivery-pager.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { NoMatch, NothingSent } from './deliveries-blank.tsx';
import { isNarrowed } from './delivery-wish.ts';
import { NOTHING_PICKED, pickedIn, type Picked } from './picked.ts';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import type { EndpointActs } from './use-endpoint-acts.ts';
import { useDeliveryWish, useLog, type Pace } from './use-log.ts';

const FAILED = 'The log could not be loaded';

type Props = {
  endpoint: WebhookEndpoint;
  acts: EndpointActs;
  round: number;
  pace: Pace;
  onPace: (pace: Pace) => void;
  onStale: () => void;
};

/** Number of selected deliveries and the actions for them. */
function PickBar({ ids, acts, onDone }: { ids: string[]; acts: EndpointActs; onDone: () => void }) {
  const redeliver = async () => {
    if (await acts.redeliver({ deliveryIds: ids })) onDone();
  };
  return (
    <div className="hook-pickbar on-enamel" role="region" aria-label="Picked deliveries">
      <span role="status">
        <b className="num">{ids.length}</b> picked
      </span>
      <Key size="sm" kind="brass" busy={acts.redelivering && 'Sending...'} onClick={() => void redeliver()}>
        Redeliver
      </Key>
      <Key size="sm" kind="enamel" onClick={onDone}>
        Drop
      </Key>
    </div>
  );
}

/** Log of all deliveries to an endpoint, newest first. */
export function DeliveryLog({ endpoint, acts, round, pace, onPace, onStale }: Props) {
  const { wish, change } = useDeliveryWish();
  const asked = useLog({ endpointId: endpoint.id, wish, round, pace, onPace });
  const { answer, late, error, retry } = asked;
  const [picked, setPicked] = useState<Picked>(NOTHING_PICKED);
  const [asking, setAsking] = useState(false);
  const deliveries = answer?.deliveries ?? [];
  const list = deliveries.map(({ id }) => id);
  const ids = pickedIn(picked, list);
  const unpick = () => setPicked(NOTHING_PICKED);
  const isBare = answer !== null && list.length === 0 && !isNarrowed(wish) && wish.cursor === null;
  return (
    <section className="hook-log" aria-labelledby="deliveries-title">
      <div className="hook-part-head">
        <div>
          <h2 className="h2" id="deliveries-title">
            Deliveries
          </h2>
          <p className="muted small">Kept for {DELIVERIES_KEPT_DAYS} days.</p>
        </div>
        {!isBare && (
          <Key size="sm" onClick={() => setAsking(true)}>
            <RotateCw className="i" aria-hidden="true" />
            Redeliver what failed
          </Key>
        )}
      </div>
      {isBare && <NothingSent acts={acts} />}
      {answer === null && error === null && <Skeleton rows={6} />}
      {!isBare && (answer !== null || error !== null) && (
        <div className="sheet">
          <DeliveryFilters wish={wish} change={change} />
          {error !== null && (
            <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />
          )}
          {error === null && list.length === 0 && <NoMatch wish={wish} change={change} />}
          {error === null && list.length > 0 && (
            <DeliveryTable deliveries={deliveries} late={late} picked={picked} onPick={setPicked} />
          )}
          {ids.length > 0 && <PickBar ids={ids} acts={acts} onDone={unpick} />}
          {error === null && answer && <DeliveryPager wish={wish} next={answer.next} />}
        </div>
      )}
      {asking && <RedeliverDialog endpoint={endpoint} acts={acts} onClose={() => setAsking(false)} />}
      {wish.open && (
        <DeliveryDialog
          key={wish.open}
          deliveryId={wish.open}
          acts={acts}
          onClose={() => {
            change({ open: null }, true);
            onStale();
          }}
        />
      )}
    </section>
  );
}

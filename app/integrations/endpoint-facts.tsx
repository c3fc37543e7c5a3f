import type { ReactNode } from 'react';

import { formatCount } from '#app/ui/count-text.ts';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { formatEvents } from './event-groups.ts';

function EndpointFact({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'hook-fact hook-fact-wide' : 'hook-fact'}>
      <dt className="small muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Deliveries of the last seven days and the subscribed events. */
export function EndpointDetails({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { delivered, failed, waiting, lastDeliveredAt, events, createdAt } = endpoint;
  return (
    <dl className="sheet hook-facts">
      <EndpointFact label="Delivered, 7 days">
        <span className="fig hook-figure">{formatCount(delivered)}</span>
      </EndpointFact>
      <EndpointFact label="Failed, 7 days">
        <span className={failed > 0 ? 'fig hook-figure neg' : 'fig hook-figure'}>{formatCount(failed)}</span>
      </EndpointFact>
      <EndpointFact label="Waiting">
        <span className="fig hook-figure">{formatCount(waiting)}</span>
      </EndpointFact>
      <EndpointFact label="Last delivery" isWide>
        {lastDeliveredAt ? <UtcTime iso={lastDeliveredAt} /> : <span className="faint">None yet</span>}
      </EndpointFact>
      <EndpointFact label="Told of" isWide>
        {formatEvents(events)}
      </EndpointFact>
      <EndpointFact label="Added" isWide>
        <UtcTime iso={createdAt} />
      </EndpointFact>
    </dl>
  );
}

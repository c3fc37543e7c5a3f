import type { ReactNode } from 'react';

import { countText } from '#app/ui/count-text.ts';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { eventsText } from './event-groups.ts';

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'hook-fact hook-fact-wide' : 'hook-fact'}>
      <dt className="small muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Deliveries of the last seven days and the subscribed events. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { delivered, failed, waiting, lastDeliveredAt, events, createdAt } = endpoint;
  return (
    <dl className="sheet hook-facts">
      <Fact label="Delivered, 7 days">
        <span className="fig hook-figure">{countText(delivered)}</span>
      </Fact>
      <Fact label="Failed, 7 days">
        <span className={failed > 0 ? 'fig hook-figure neg' : 'fig hook-figure'}>{countText(failed)}</span>
      </Fact>
      <Fact label="Waiting">
        <span className="fig hook-figure">{countText(waiting)}</span>
      </Fact>
      <Fact label="Last delivery" wide>
        {lastDeliveredAt ? <UtcTime iso={lastDeliveredAt} /> : <span className="faint">None yet</span>}
      </Fact>
      <Fact label="Told of" wide>
        {eventsText(events)}
      </Fact>
      <Fact label="Added" wide>
        <UtcTime iso={createdAt} />
      </Fact>
    </dl>
  );
}

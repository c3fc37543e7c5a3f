import { SearchX, Send } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import type { DeliveryState } from '#domain/webhook-endpoint.ts';

import { hasDeliveryFilters, type DeliveryListParams } from './delivery-list-params.ts';
import type { EndpointActions } from './use-endpoint-actions.ts';

/** Empty state of the delivery log, with a button for a test event. */
export function NoDeliveries({ actions }: { actions: EndpointActions }) {
  return (
    <EmptyState variant="icon" level={3} Icon={Send} title="Nothing has been sent yet">
      <p className="muted">
        As soon as something happens that this webhook is told of, it stands here with every try: what was sent, what
        was answered, and how long it took. A test shows it now.
      </p>
      <Button Icon={Send} variant="primary" onClick={actions.sendTest} busyLabel={actions.isTesting && 'Sending...'}>
        Send a test
      </Button>
    </EmptyState>
  );
}

const EMPTY_STATE_TEXTS: Record<DeliveryState, string> = {
  delivered: 'Nothing has arrived yet. A receiver takes a message by answering with a status from 200 to 299.',
  waiting: 'Nothing is on its way right now.',
  held: 'Nothing is held back. A message waits while one before it of the same order has not arrived, or while the webhook is paused.',
  failed: 'Nothing has failed: a message fails for good after ten further tries over three days.',
};

type Props = { params: DeliveryListParams; change: (to: Partial<DeliveryListParams>) => void };

export function NoMatchingDeliveries({ params, change }: Props) {
  const explanation = params.state && !params.event ? EMPTY_STATE_TEXTS[params.state] : null;
  return (
    <EmptyState
      variant="inline"
      level={3}
      Icon={SearchX}
      title={hasDeliveryFilters(params) ? 'No delivery is like this' : 'Nothing further back'}
    >
      {explanation && <p className="muted small">{explanation}</p>}
      <Button size="sm" onClick={() => change({ state: null, event: null })}>
        Show the newest
      </Button>
    </EmptyState>
  );
}

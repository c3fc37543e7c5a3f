import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { CallError } from '#app/session/call-error.ts';
import { useAsked } from '#app/session/use-asked.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { keyClass } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { DeliveryLog } from './delivery-log.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { EndpointHead } from './endpoint-head.tsx';
import { EndpointStrips } from './endpoint-strips.tsx';
import { LOOK_EVERY_MS } from './look-pace.ts';
import { useEndpointActs } from './use-endpoint-acts.ts';

const FAILED = 'The webhook could not be loaded';

const isMissing = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_request');

function NoSuchWebhook() {
  return (
    <div className="sheet pad blank">
      <h1 className="h2">No such webhook</h1>
      <p className="muted">It was deleted, or the address has a typo in it.</p>
      <Link className={keyClass()} to="/integrations">
        To your integrations
      </Link>
    </div>
  );
}

type PartsProps = {
  endpoint: WebhookEndpoint;
  receiver: string | null;
  pace: keyof typeof LOOK_EVERY_MS;
  onPace: (pace: keyof typeof LOOK_EVERY_MS) => void;
  onStale: () => void;
};

function Parts({ endpoint, receiver, pace, onPace, onStale }: PartsProps) {
  /** Incremented by each action, so that the log refetches immediately. */
  const [round, setRound] = useState(0);
  const stale = () => {
    setRound((last) => last + 1);
    onStale();
  };
  const acts = useEndpointActs(endpoint, stale);
  return (
    <>
      <EndpointHead endpoint={endpoint} receiver={receiver} acts={acts} onStale={stale} />
      <EndpointStrips endpoint={endpoint} acts={acts} />
      <EndpointFacts endpoint={endpoint} />
      <DeliveryLog
        endpoint={endpoint}
        acts={acts}
        round={round}
        pace={pace}
        onPace={onPace}
        onStale={stale}
      />
    </>
  );
}

/** Page of one webhook endpoint: state, actions and delivery log. */
export function EndpointScreen({ endpointId, receiver }: { endpointId: string; receiver: string | null }) {
  const [pace, setPace] = useState<keyof typeof LOOK_EVERY_MS>('calm');
  const one = useAsked('get-webhook-endpoint', { endpointId }, LOOK_EVERY_MS[pace]);
  return (
    <>
      <p className="hook-back">
        <Link className="link" to="/integrations">
          <ArrowLeft className="i" aria-hidden="true" /> Integrations
        </Link>
      </p>
      {one.answer === null && one.error === null && <Skeleton rows={6} />}
      {one.answer === null &&
        one.error !== null &&
        (isMissing(one.error) ? (
          <NoSuchWebhook />
        ) : (
          <LoadFailure what={FAILED} why={failWords(one.error, FAILED).message} onRetry={one.retry} />
        ))}
      {one.answer && (
        <Parts
          endpoint={one.answer.endpoint}
          receiver={receiver}
          pace={pace}
          onPace={setPace}
          onStale={one.look}
        />
      )}
    </>
  );
}

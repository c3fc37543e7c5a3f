import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { usePolledQuery } from '#app/session/use-asked.ts';
import { formatErrorToast } from '#app/session/use-fail-toast.ts';
import { Button } from '#app/ui/key.tsx';
import { ErrorState } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { RpcContract } from '#domain/calls.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#domain/reach.ts';

import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { IntegrationSection } from './part.tsx';
import { NoWebhooks } from './webhooks-blank.tsx';

const LOAD_ERROR_TITLE = 'Your webhooks could not be loaded';
const POLL_INTERVAL_MS = 30_000;

/** Number of endpoints against the plan's limit, with a link to the plans. */
function PlanLimit({ endpoints, most }: RpcContract['list-webhook-endpoints']['response']) {
  const isFull = endpoints.length >= most;
  return (
    <p className="hook-room small">
      <span className="muted">
        <span className="num">
          {endpoints.length} of {most}
        </span>{' '}
        webhooks of your plan
      </span>
      {isFull && most < MAX_WEBHOOK_ENDPOINTS.pro && (
        <span>
          That is all of them. Pro has {MAX_WEBHOOK_ENDPOINTS.pro}:{' '}
          <Link className="link" to="/subscription">
            see the plans
          </Link>
        </span>
      )}
    </p>
  );
}

/** Section with the seller's webhook endpoints. */
export function WebhooksSection({ receiver }: { receiver: string | null }) {
  const { data, error, refetch, retry } = usePolledQuery('list-webhook-endpoints', {}, POLL_INTERVAL_MS);
  const [isAdding, setIsAdding] = useState(false);
  const hasEndpoints = data !== null && data.endpoints.length > 0;
  const openAddDialog = () => setIsAdding(true);
  return (
    <IntegrationSection
      id="webhooks"
      title="Webhooks"
      description={
        <>
          The shop calls an address of yours as soon as something happens.{' '}
          <a className="link" href="/developers/webhooks" target="_blank" rel="noreferrer">
            How they work
          </a>
        </>
      }
      action={
        hasEndpoints &&
        data.endpoints.length < data.most && (
          <Button onClick={openAddDialog}>
            <Plus className="i" aria-hidden="true" />
            Add a webhook
          </Button>
        )
      }
    >
      {data === null &&
        (error === null ? (
          <Skeleton rows={2} />
        ) : (
          <ErrorState
            title={LOAD_ERROR_TITLE}
            description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
            onRetry={retry}
          />
        ))}
      {data && !hasEndpoints && <NoWebhooks receiver={receiver} onAdd={openAddDialog} />}
      {hasEndpoints && (
        <div className="sheet">
          <EndpointTable endpoints={data.endpoints} />
          <PlanLimit {...data} />
        </div>
      )}
      {isAdding && <EndpointDialog receiver={receiver} onSaved={refetch} onClose={() => setIsAdding(false)} />}
    </IntegrationSection>
  );
}

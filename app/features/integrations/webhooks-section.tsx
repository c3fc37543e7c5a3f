import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-limits.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { EndpointDialog } from './endpoint-form-dialog.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { IntegrationSection } from './integration-section.tsx';

/** Empty state of the webhooks, with the sandbox's receiver for trying them out. */
function NoWebhooks({ receiver, onAdd }: { receiver: string | null; onAdd: () => void }) {
  return (
    <EmptyState variant="icon" level={3} Icon={Webhook} title="Tell your own programs what happens">
      <p className="muted">
        A sale, a refund, a renewal: your mailing list, your bookkeeping or a channel of Slack or Discord hears of it at
        once. What does not arrive is tried again for three days, and every try stands in a log here.
      </p>
      {receiver && (
        <p className="muted">
          No program at hand? The sandbox has{' '}
          <a className="link" href={receiver} target="_blank" rel="noreferrer">
            a receiver
          </a>{' '}
          that shows what arrives, and fails when you tell it to.
        </p>
      )}
      <Button Icon={Plus} variant="primary" onClick={onAdd}>
        Add a webhook
      </Button>
    </EmptyState>
  );
}

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
          <Button Icon={Plus} onClick={openAddDialog}>
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

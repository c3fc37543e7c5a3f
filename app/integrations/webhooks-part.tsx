import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { useAsked } from '#app/session/use-asked.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Calls } from '#domain/calls.ts';
import { WEBHOOK_ENDPOINTS } from '#domain/reach.ts';

import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { Part } from './part.tsx';
import { NoWebhooks } from './webhooks-blank.tsx';

const FAILED = 'Your webhooks could not be loaded';
const EVERY_MS = 30_000;

/** Number of endpoints against the plan's limit, with a link to the plans. */
function Room({ endpoints, most }: Calls['list-webhook-endpoints']['answer']) {
  const full = endpoints.length >= most;
  return (
    <p className="hook-room small">
      <span className="muted">
        <span className="num">
          {endpoints.length} of {most}
        </span>{' '}
        webhooks of your plan
      </span>
      {full && most < WEBHOOK_ENDPOINTS.pro && (
        <span>
          That is all of them. Pro has {WEBHOOK_ENDPOINTS.pro}:{' '}
          <Link className="link" to="/subscription">
            see the plans
          </Link>
        </span>
      )}
    </p>
  );
}

/** Section with the seller's webhook endpoints. */
export function WebhooksPart({ receiver }: { receiver: string | null }) {
  const { answer, error, look, retry } = useAsked('list-webhook-endpoints', {}, EVERY_MS);
  const [adding, setAdding] = useState(false);
  const some = answer !== null && answer.endpoints.length > 0;
  const add = () => setAdding(true);
  return (
    <Part
      id="webhooks"
      title="Webhooks"
      about={
        <>
          The shop calls an address of yours as soon as something happens.{' '}
          <a className="link" href="/developers/webhooks" target="_blank" rel="noreferrer">
            How they work
          </a>
        </>
      }
      act={
        some &&
        answer.endpoints.length < answer.most && (
          <Key onClick={add}>
            <Plus className="i" aria-hidden="true" />
            Add a webhook
          </Key>
        )
      }
    >
      {answer === null &&
        (error === null ? (
          <Skeleton rows={2} />
        ) : (
          <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />
        ))}
      {answer && !some && <NoWebhooks receiver={receiver} onAdd={add} />}
      {some && (
        <div className="sheet">
          <EndpointTable endpoints={answer.endpoints} />
          <Room {...answer} />
        </div>
      )}
      {adding && <EndpointDialog receiver={receiver} onSaved={look} onClose={() => setAdding(false)} />}
    </Part>
  );
}

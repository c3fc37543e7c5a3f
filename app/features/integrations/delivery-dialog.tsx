import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  type WebhookDeliveryDetail,
  MAX_LOGGED_RESPONSE_BYTES,
  type DeliveryAttempt,
} from '#domain/webhook-endpoint.ts';

import { getDeliveryBadge, formatAttempts } from './delivery-display.ts';
import type { EndpointActions } from './use-endpoint-actions.ts';

/** Strings, punctuation and literals. A quotation mark alone begins a string that never ends. */
const TOKEN_PATTERN = /"(?:[^"\\]|\\.)*"|[{}[\],:"]|[^\s{}[\],:"]+/g;

/** Indents JSON without parsing values, so every value stays exactly as sent. */
export function formatJson(text: string): string {
  const tokens: string[] = text.match(TOKEN_PATTERN) ?? [];
  if (tokens.includes('"') || !/^[{[]/.test(tokens[0] ?? '')) return text;
  let depth = 0;
  let formatted = '';
  const newLine = () => `\n${'  '.repeat(Math.max(depth, 0))}`;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      depth += 1;
      formatted += next === '}' || next === ']' ? token : token + newLine();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const previous = tokens[index - 1];
      formatted += previous === '{' || previous === '[' ? token : newLine() + token;
    } else if (token === ',') formatted += token + newLine();
    else formatted += token === ':' ? ': ' : token;
  }
  return formatted;
}

/** Scrollable box with preformatted text. */
function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */
    <pre className="code-box" role="region" aria-label={label} tabIndex={0} dir="ltr">
      {text}
    </pre>
  );
}

function Headers({ label, headers }: { label: string; headers: DeliveryAttempt['requestHeaders'] }) {
  if (headers.length === 0) return null;
  return <CodeBox label={label} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />;
}

function AttemptResponse({ attempt, number }: { attempt: DeliveryAttempt; number: number }) {
  const { status, answerHeaders, answer, answerCut } = attempt;
  if (status === null) return <p className="small muted">There was no answer.</p>;
  return (
    <>
      {answer ? (
        <CodeBox label={`Body of the answer, try ${number}`} text={formatJson(answer)} />
      ) : (
        <p className="small muted">Without a body.</p>
      )}
      {answerCut && (
        <p className="small muted">It went on; the log keeps the first {MAX_LOGGED_RESPONSE_BYTES / 1024} kB.</p>
      )}
      <Headers label={`Headers of the answer, try ${number}`} headers={answerHeaders} />
    </>
  );
}

type AttemptProps = { attempt: DeliveryAttempt; number: number; isOpen: boolean };

/** One attempt of a delivery: request and response. */
function DeliveryAttemptDetails({ attempt, number, isOpen }: AttemptProps) {
  const { at, took, status, address, problem: error, requestHeaders } = attempt;
  const Icon = error ? X : Check;
  return (
    <details className="try" open={isOpen}>
      <summary>
        <span className={error ? 'delivery-attempt__icon bad' : 'delivery-attempt__icon ok'}>
          <Icon className="i" aria-hidden="true" />
        </span>
        <span className="delivery-attempt__summary">
          <b>
            {error ?? 'It arrived'}
            <span className="vh">, try {number}</span>
          </b>
          <span className="small muted">
            <UtcTime iso={at} showSeconds />
            {status !== null && <span className="num">Status {status}</span>}
            <span className="num">{formatCount(took)} ms</span>
            {address && <span className="num">to {address}</span>}
          </span>
        </span>
      </summary>
      <div className="delivery-attempt__columns">
        <div>
          <h4 className="small muted">Sent with</h4>
          <Headers label={`Headers of the request, try ${number}`} headers={requestHeaders} />
        </div>
        <div>
          <h4 className="small muted">Answered</h4>
          <AttemptResponse attempt={attempt} number={number} />
        </div>
      </div>
    </details>
  );
}

const POLL_INTERVAL_MS = 2_000;

const DeliveryFact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <div>
      <dt className="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );

function DeliverySummary({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { messageId, orderNumber, createdAt, deliveredAt, nextTryAt } = delivery;
  return (
    <dl className="delivery-details__summary small">
      <DeliveryFact label="Message">
        <span className="code-text">{messageId}</span>
      </DeliveryFact>
      <DeliveryFact label="Order">
        {orderNumber !== null && (
          <Link className="num" to={`/orders?q=${orderNumber}`}>
            {orderNumber}
          </Link>
        )}
      </DeliveryFact>
      <DeliveryFact label="Happened">
        <UtcTime iso={createdAt} showSeconds />
      </DeliveryFact>
      <DeliveryFact label="Arrived">{deliveredAt && <UtcTime iso={deliveredAt} showSeconds />}</DeliveryFact>
      <DeliveryFact label="Tried next">{nextTryAt && <UtcTime iso={nextTryAt} showSeconds />}</DeliveryFact>
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
      <h3 className="h3 delivery-details__heading" id="tries-title">
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
    <div className="delivery-details">
      <div className="delivery-details__header">
        <Badge {...getDeliveryBadge(delivery)} />
        {delivery.lastProblem && delivery.state !== 'delivered' && <p className="neg small">{delivery.lastProblem}</p>}
      </div>
      <DeliverySummary delivery={delivery} />
      <DeliveryAttempts delivery={delivery} />
      <section aria-labelledby="body-title">
        <div className="delivery-details__body-header">
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
  const query = useRpcQuery('get-webhook-delivery', { deliveryId }, { refetchInterval: POLL_INTERVAL_MS });
  const { data } = query;
  return (
    <Dialog
      title={data ? <span className="delivery-dialog__title">{data.delivery.type}</span> : 'Delivery'}
      className="dlg wide delivery-dialog"
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */}
      <div className="delivery-dialog__body" role="region" aria-label="Delivery" tabIndex={0}>
        <QueryBoundary query={query} errorTitle="The delivery could not be loaded" rows={5}>
          {({ delivery }) => <DeliveryDetails delivery={delivery} />}
        </QueryBoundary>
      </div>
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
        {data && (
          <Button
            variant="primary"
            busyLabel={actions.isRedelivering && 'Sending...'}
            onClick={() => void actions.redeliver({ deliveryIds: [deliveryId] })}
          >
            Redeliver
          </Button>
        )}
      </div>
    </Dialog>
  );
}

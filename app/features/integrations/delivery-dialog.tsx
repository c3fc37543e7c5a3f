import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { deliveryDialogMessages } from '#content/messages/delivery-dialogs.ts';
import { webhookDeliveryMessages } from '#content/messages/webhook-deliveries.ts';
import { webhookEndpointMessages } from '#content/messages/webhook-endpoint.ts';
import {
  type WebhookDeliveryDetail,
  MAX_LOGGED_RESPONSE_BYTES,
  type DeliveryAttempt,
} from '#domain/webhook-endpoint.ts';

import { getDeliveryBadge } from './delivery-display.ts';
import type { EndpointActions } from './use-endpoint-actions.ts';

const { attempt: messages, delivery: dialogMessages } = deliveryDialogMessages;

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
  if (status === null) return <p className="small muted">{messages.noResponse}</p>;
  return (
    <>
      {answer ? (
        <CodeBox label={messages.responseBody({ number })} text={formatJson(answer)} />
      ) : (
        <p className="small muted">{messages.noBody}</p>
      )}
      {answerCut && (
        <p className="small muted">{messages.truncated({ kilobytes: MAX_LOGGED_RESPONSE_BYTES / 1024 })}</p>
      )}
      <Headers label={messages.responseHeaders({ number })} headers={answerHeaders} />
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
            {error ?? messages.succeeded}
            <span className="vh">{messages.number({ number })}</span>
          </b>
          <span className="small muted">
            <UtcTime iso={at} showSeconds />
            {status !== null && <span className="num">{messages.status({ status })}</span>}
            <span className="num">{messages.duration({ milliseconds: formatCount(took) })}</span>
            {address && <span className="num">{messages.address({ address })}</span>}
          </span>
        </span>
      </summary>
      <div className="delivery-attempt__columns">
        <div>
          <h4 className="small muted">{messages.request}</h4>
          <Headers label={messages.requestHeaders({ number })} headers={requestHeaders} />
        </div>
        <div>
          <h4 className="small muted">{messages.response}</h4>
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
      <DeliveryFact label={dialogMessages.message}>
        <span className="code-text">{messageId}</span>
      </DeliveryFact>
      <DeliveryFact label={dialogMessages.order}>
        {orderNumber !== null && (
          <Link className="num" to={`/orders?q=${orderNumber}`}>
            {orderNumber}
          </Link>
        )}
      </DeliveryFact>
      <DeliveryFact label={dialogMessages.created}>
        <UtcTime iso={createdAt} showSeconds />
      </DeliveryFact>
      <DeliveryFact label={dialogMessages.delivered}>
        {deliveredAt && <UtcTime iso={deliveredAt} showSeconds />}
      </DeliveryFact>
      <DeliveryFact label={dialogMessages.nextAttempt}>
        {nextTryAt && <UtcTime iso={nextTryAt} showSeconds />}
      </DeliveryFact>
    </dl>
  );
}

function DeliveryAttempts({ delivery: { log, state } }: { delivery: WebhookDeliveryDetail }) {
  const emptyText = state === 'blocked' ? dialogMessages.onHold : dialogMessages.pending;
  return (
    <section aria-labelledby="tries-title">
      <h3 className="h3 delivery-details__heading" id="tries-title">
        {log.length === 0 ? dialogMessages.attempts : webhookDeliveryMessages.attempts({ count: log.length })}
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
            {dialogMessages.body}
          </h3>
          <CopyButton text={delivery.body}>{dialogMessages.copyBody}</CopyButton>
        </div>
        <CodeBox label={dialogMessages.bodyLabel} text={formatJson(delivery.body)} />
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
      title={data ? <span className="delivery-dialog__title">{data.delivery.type}</span> : dialogMessages.title}
      className="dlg wide delivery-dialog"
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */}
      <div className="delivery-dialog__body" role="region" aria-label={dialogMessages.title} tabIndex={0}>
        <QueryBoundary query={query} errorTitle={dialogMessages.loadError} rows={5}>
          {({ delivery }) => <DeliveryDetails delivery={delivery} />}
        </QueryBoundary>
      </div>
      <div className="dialog__actions">
        <Button onClick={onClose}>{dialogMessages.close}</Button>
        {data && (
          <Button
            variant="primary"
            busyLabel={actions.isRedelivering && webhookEndpointMessages.sending}
            onClick={() => void actions.redeliver({ deliveryIds: [deliveryId] })}
          >
            {dialogMessages.redeliver}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

import { Check, X } from 'lucide-react';

import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { MAX_LOGGED_RESPONSE_BYTES, type DeliveryAttempt } from '#domain/webhook-endpoint.ts';

import { formatJson } from './format-json.ts';

/** Scrollable box with preformatted text. */
export function CodeBox({ label, text }: { label: string; text: string }) {
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

/** One attempt of a delivery: request and response. */
export function DeliveryAttemptDetails({
  attempt,
  number,
  isOpen,
}: {
  attempt: DeliveryAttempt;
  number: number;
  isOpen: boolean;
}) {
  const { at, took, status, address, problem: error, requestHeaders } = attempt;
  const Icon = error ? X : Check;
  return (
    <details className="try" open={isOpen}>
      <summary>
        <span className={error ? 'try-dot bad' : 'try-dot ok'}>
          <Icon className="i" aria-hidden="true" />
        </span>
        <span className="try-words">
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
      <div className="try-sides">
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

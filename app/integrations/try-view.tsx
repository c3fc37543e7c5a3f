import { Check, X } from 'lucide-react';

import { UtcTime } from '#app/ui/utc-time.tsx';
import { countText } from '#app/ui/count-text.ts';
import { WEBHOOK_LOGGED_BYTES, type WebhookTry } from '#domain/webhook-endpoint.ts';

import { CodeBox } from './code-box.tsx';
import { prettyJson } from './pretty-json.ts';

function Headers({ label, headers }: { label: string; headers: WebhookTry['requestHeaders'] }) {
  if (headers.length === 0) return null;
  return <CodeBox label={label} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />;
}

function Answer({ one, number }: { one: WebhookTry; number: number }) {
  const { status, answerHeaders, answer, answerCut } = one;
  if (status === null) return <p className="small muted">There was no answer.</p>;
  return (
    <>
      {answer ? (
        <CodeBox label={`Body of the answer, try ${number}`} text={prettyJson(answer)} />
      ) : (
        <p className="small muted">Without a body.</p>
      )}
      {answerCut && (
        <p className="small muted">It went on; the log keeps the first {WEBHOOK_LOGGED_BYTES / 1024} kB.</p>
      )}
      <Headers label={`Headers of the answer, try ${number}`} headers={answerHeaders} />
    </>
  );
}

/** One attempt of a delivery: request and response. */
export function TryView({ one, number, isOpen }: { one: WebhookTry; number: number; isOpen: boolean }) {
  const { at, took, status, address, problem, requestHeaders } = one;
  const Icon = problem ? X : Check;
  return (
    <details className="try" open={isOpen}>
      <summary>
        <span className={problem ? 'try-dot bad' : 'try-dot ok'}>
          <Icon className="i" aria-hidden="true" />
        </span>
        <span className="try-words">
          <b>
            {problem ?? 'It arrived'}
            <span className="vh">, try {number}</span>
          </b>
          <span className="small muted">
            <UtcTime iso={at} seconds />
            {status !== null && <span className="num">Status {status}</span>}
            <span className="num">{countText(took)} ms</span>
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
          <Answer one={one} number={number} />
        </div>
      </div>
    </details>
  );
}

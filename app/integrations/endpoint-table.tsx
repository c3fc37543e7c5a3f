import { Link } from 'react-router';

import { Badge } from '#app/ui/badge.tsx';
import { countText } from '#app/ui/count-text.ts';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { addressParts, endpointLook, FORMAT_WORDS } from './endpoint-look.ts';
import { eventsText } from './event-groups.ts';

export function Address({ url }: { url: string }) {
  const { host, rest } = addressParts(url);
  return (
    <span className="hook-url" dir="ltr">
      <b>{host}</b>
      {rest}
    </span>
  );
}

/** Deliveries of the last seven days by result. */
function Week({ endpoint: { delivered, failed, waiting } }: { endpoint: WebhookEndpoint }) {
  if (delivered + failed + waiting === 0) return <span className="faint">Nothing</span>;
  return (
    <span className="hook-week num">
      <span>{countText(delivered)} delivered</span>
      {failed > 0 && <span className="neg">{countText(failed)} failed</span>}
      {waiting > 0 && <span className="muted">{countText(waiting)} waiting</span>}
    </span>
  );
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, format, events, lastDeliveredAt, failingSince, state } = endpoint;
  return (
    <tr>
      <td className="hook-where">
        <Link className="row-link" to={`/integrations/webhooks/${id}`}>
          <Address url={url} />
        </Link>
        {description && (
          <div className="small muted" dir="auto">
            {description}
          </div>
        )}
      </td>
      <td className="hook-events">
        <div>{eventsText(events)}</div>
        {format !== 'standard' && <div className="small muted">{FORMAT_WORDS[format].label}</div>}
      </td>
      <td className="hook-week-cell">
        <span className="hook-lab small faint">7 days: </span>
        <Week endpoint={endpoint} />
      </td>
      <td className="hook-last small">
        {lastDeliveredAt ? (
          <>
            <span className="hook-lab faint">Last delivery: </span>
            <UtcTime iso={lastDeliveredAt} />
          </>
        ) : (
          <span className="faint">Nothing delivered yet</span>
        )}
        {failingSince && state === 'active' && (
          <div className="neg">
            Failing since <UtcTime iso={failingSince} />
          </div>
        )}
      </td>
      <td className="hook-state">
        <Badge {...endpointLook(endpoint)} />
      </td>
    </tr>
  );
}

export function EndpointTable({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  return (
    <table className="table rows hooks">
      <caption className="vh">Webhooks</caption>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Told of</th>
          <th scope="col">Last 7 days</th>
          <th scope="col">Last delivery</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </tbody>
    </table>
  );
}

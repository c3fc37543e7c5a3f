import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import type { WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import { splitUrl, getEndpointBadge, FORMAT_LABELS } from './endpoint-display.ts';
import { formatEvents } from './event-groups.ts';

export function EndpointUrl({ url }: { url: string }) {
  const { host, path } = splitUrl(url);
  return (
    <span className="hook-url" dir="ltr">
      <b>{host}</b>
      {path}
    </span>
  );
}

/** Deliveries of the last seven days by result. */
function WeekSummary({ endpoint: { delivered, failed, waiting } }: { endpoint: WebhookEndpoint }) {
  if (delivered + failed + waiting === 0) return <span className="faint">Nothing</span>;
  return (
    <span className="hook-week num">
      <span>{formatCount(delivered)} delivered</span>
      {failed > 0 && <span className="neg">{formatCount(failed)} failed</span>}
      {waiting > 0 && <span className="muted">{formatCount(waiting)} waiting</span>}
    </span>
  );
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, format, events, lastDeliveredAt, failingSince, state } = endpoint;
  return (
    <tr>
      <td className="hook-where">
        <Link className="row-link" to={`/integrations/webhooks/${id}`}>
          <EndpointUrl url={url} />
        </Link>
        {description && (
          <div className="small muted" dir="auto">
            {description}
          </div>
        )}
      </td>
      <td className="hook-events">
        <div>{formatEvents(events)}</div>
        {format !== 'standard' && <div className="small muted">{FORMAT_LABELS[format].label}</div>}
      </td>
      <td className="hook-week-cell">
        <span className="hook-lab small faint">7 days: </span>
        <WeekSummary endpoint={endpoint} />
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
        <Badge {...getEndpointBadge(endpoint)} />
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

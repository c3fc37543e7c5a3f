import { Clock } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { ApiKey } from '#domain/api-key.ts';

import { getScopePreset, formatScopes } from './api-key-scopes.ts';

const EXPIRES_SOON_MS = 7 * 86_400_000;

function KeyExpiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  if (expiresAt === null) return <span className="faint">When you revoke it</span>;
  const remainingMs = Date.parse(expiresAt) - now;
  return (
    <span className="key-ends">
      <UtcTime iso={expiresAt} />
      {remainingMs <= 0 && <Badge label="Has ended" variant="pink" Icon={Clock} />}
      {remainingMs > 0 && remainingMs < EXPIRES_SOON_MS && <Badge label="Ends soon" variant="canary" Icon={Clock} />}
    </span>
  );
}

const getColumns = (now: number, onRevoke: (apiKey: ApiKey) => void): TableColumn<ApiKey>[] => [
  {
    header: 'Key',
    className: 'key-name',
    render: ({ name, start }) => (
      <>
        <b dir="auto">{name}</b>
        <div className="hook-code muted">{start}…</div>
      </>
    ),
  },
  {
    header: 'May',
    className: ({ scopes }) => (getScopePreset(scopes) ? 'key-may' : 'key-may hook-code'),
    render: ({ scopes }) => formatScopes(scopes),
  },
  {
    header: 'Last used',
    className: 'key-used small',
    render: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? (
        <>
          <span className="hook-lab faint">Last used: </span>
          <UtcTime iso={lastUsedAt} />
          {lastUsedFrom && <div className="num muted">from {lastUsedFrom}</div>}
        </>
      ) : (
        <span className="faint">Never used</span>
      ),
  },
  {
    header: 'Made',
    className: 'key-made small',
    render: ({ createdAt }) => (
      <>
        <span className="hook-lab faint">Made: </span>
        <UtcTime iso={createdAt} />
      </>
    ),
  },
  {
    header: 'Ends',
    className: 'key-end small',
    render: ({ expiresAt }) => (
      <>
        <span className="hook-lab faint">Ends: </span>
        <KeyExpiry expiresAt={expiresAt} now={now} />
      </>
    ),
  },
  {
    header: 'Acts',
    isHeaderHidden: true,
    className: 'key-act r',
    render: (apiKey) => (
      <Button size="sm" onClick={() => onRevoke(apiKey)}>
        Revoke<span className="vh"> {apiKey.name}</span>
      </Button>
    ),
  },
];

type Props = { keys: readonly ApiKey[]; onRevoke: (apiKey: ApiKey) => void };

export function ApiKeyTable({ keys, onRevoke }: Props) {
  const [now] = useState(() => Date.now());
  return (
    <Table
      caption="API keys"
      className="rows api-keys"
      columns={getColumns(now, onRevoke)}
      rows={keys}
      getKey={({ id }) => id}
    />
  );
}

import { Clock } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
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

function ApiKeyRow({ apiKey, now, onRevoke }: { apiKey: ApiKey; now: number; onRevoke: () => void }) {
  const { name, start, scopes, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = apiKey;
  return (
    <tr>
      <td className="key-name">
        <b dir="auto">{name}</b>
        <div className="hook-code muted">{start}…</div>
      </td>
      <td className={getScopePreset(scopes) ? 'key-may' : 'key-may hook-code'}>{formatScopes(scopes)}</td>
      <td className="key-used small">
        {lastUsedAt ? (
          <>
            <span className="hook-lab faint">Last used: </span>
            <UtcTime iso={lastUsedAt} />
            {lastUsedFrom && <div className="num muted">from {lastUsedFrom}</div>}
          </>
        ) : (
          <span className="faint">Never used</span>
        )}
      </td>
      <td className="key-made small">
        <span className="hook-lab faint">Made: </span>
        <UtcTime iso={createdAt} />
      </td>
      <td className="key-end small">
        <span className="hook-lab faint">Ends: </span>
        <KeyExpiry expiresAt={expiresAt} now={now} />
      </td>
      <td className="key-act r">
        <Button size="sm" onClick={onRevoke}>
          Revoke<span className="vh"> {name}</span>
        </Button>
      </td>
    </tr>
  );
}

type Props = { keys: readonly ApiKey[]; onRevoke: (apiKey: ApiKey) => void };

export function ApiKeyTable({ keys, onRevoke }: Props) {
  const [now] = useState(() => Date.now());
  return (
    <table className="table rows api-keys">
      <caption className="vh">API keys</caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">May</th>
          <th scope="col">Last used</th>
          <th scope="col">Made</th>
          <th scope="col">Ends</th>
          <th scope="col">
            <span className="vh">Acts</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((apiKey) => (
          <ApiKeyRow key={apiKey.id} apiKey={apiKey} now={now} onRevoke={() => onRevoke(apiKey)} />
        ))}
      </tbody>
    </table>
  );
}

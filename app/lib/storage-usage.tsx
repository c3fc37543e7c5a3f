import type { CSSProperties } from 'react';

import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { fileMessages } from '#content/messages/files.ts';

const messages = fileMessages.storage;

/** Share of the storage from which the bar warns. */
const NEAR_LIMIT = 0.8;

function getBarClass(share: number): string {
  if (share >= 1) return 'roll near over';
  return share >= NEAR_LIMIT ? 'roll near' : 'roll';
}

/** Used storage of the plan's limit, in words and as a bar. */
export function StorageUsage({ storage: { used, limit } }: { storage: { used: number; limit: number } }) {
  const share = Math.min(1, limit > 0 ? used / limit : 1);
  const text = messages.used({ used: formatBytes(used), limit: formatBytes(limit) });
  return (
    <div className="storage-usage">
      <p className="small num">{text}</p>
      <span
        className={getBarClass(share)}
        role="progressbar"
        aria-label={messages.barLabel}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        style={{ '--v': `${(share * 100).toFixed(1)}%` } as CSSProperties}
      >
        <i />
      </span>
    </div>
  );
}

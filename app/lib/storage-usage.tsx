import { ProgressBar } from '#app/components/progress-bar.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { fileMessages } from '#content/messages/files.ts';

const messages = fileMessages.storage;

/** Share of the storage from which the bar warns. */
const NEAR_LIMIT = 0.8;

function getWarning(used: number, limit: number): 'near' | 'over' | null {
  if (used >= limit) return 'over';
  return used >= limit * NEAR_LIMIT ? 'near' : null;
}

/** Used storage of the plan's limit, in words and as a bar. */
export function StorageUsage({ storage: { used, limit } }: { storage: { used: number; limit: number } }) {
  const text = messages.used({ used: formatBytes(used), limit: formatBytes(limit) });
  return (
    <div className="storage-usage">
      <p className="small num">{text}</p>
      <ProgressBar label={messages.barLabel} value={used} max={limit} text={text} warning={getWarning(used, limit)} />
    </div>
  );
}

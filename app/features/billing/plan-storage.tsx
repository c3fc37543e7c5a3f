import { Link } from 'react-router';

import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { StorageUsage } from '#app/lib/storage-usage.tsx';
import { fileMessages } from '#content/messages/files.ts';

const messages = fileMessages.storage;

/** Storage that the seller's files use of the plan's limit. Nothing until it is known. */
export function PlanStorage() {
  const { data } = useRpcQuery('list-files', {});
  if (!data) return null;
  return (
    <div className="plan-storage">
      <h2 className="small muted">{messages.title}</h2>
      <StorageUsage storage={data.storage} />
      <Link className="link small" to="/files">
        {messages.files}
      </Link>
    </div>
  );
}

import { Plus, Webhook } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';

/** Empty state of the webhooks, with the sandbox's receiver for trying them out. */
export function NoWebhooks({ receiver, onAdd }: { receiver: string | null; onAdd: () => void }) {
  return (
    <div className="sheet hook-blank">
      <Webhook className="i hook-blank-icon" aria-hidden="true" />
      <div className="hook-blank-words">
        <h3 className="h3">Tell your own programs what happens</h3>
        <p className="muted">
          A sale, a refund, a renewal: your mailing list, your bookkeeping or a channel of Slack or Discord hears of it
          at once. What does not arrive is tried again for three days, and every try stands in a log here.
        </p>
        {receiver && (
          <p className="muted">
            No program at hand? The sandbox has{' '}
            <a className="link" href={receiver} target="_blank" rel="noreferrer">
              a receiver
            </a>{' '}
            that shows what arrives, and fails when you tell it to.
          </p>
        )}
        <Button variant="primary" onClick={onAdd}>
          <Plus className="i" aria-hidden="true" />
          Add a webhook
        </Button>
      </div>
    </div>
  );
}

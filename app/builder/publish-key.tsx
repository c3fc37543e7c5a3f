import { Button } from '#app/ui/key.tsx';

type PublishButtonProps = { connected: boolean; busy: boolean; onClick: () => void; className?: string };

/** The publish button. It keeps its width while publishing. */
export function PublishButton({ connected, busy, onClick, className = '' }: PublishButtonProps) {
  return (
    <Button
      variant="brass"
      className={`b-publish ${className}`}
      busyLabel={busy && 'Publishing...'}
      data-connected={connected}
      onClick={onClick}
    >
      {connected ? 'Publish' : 'Connect Stripe to Publish'}
    </Button>
  );
}

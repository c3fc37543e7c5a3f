import { Key } from '#app/ui/key.tsx';

type Props = { connected: boolean; busy: boolean; onPress: () => void; className?: string };

/** The publish button. It keeps its width while publishing. */
export function PublishKey({ connected, busy, onPress, className = '' }: Props) {
  return (
    <Key
      kind="brass"
      className={`b-publish ${className}`}
      busy={busy && 'Publishing...'}
      data-connected={connected}
      onClick={onPress}
    >
      {connected ? 'Publish' : 'Connect Stripe to Publish'}
    </Key>
  );
}

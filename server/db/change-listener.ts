/** Channel of the triggers in drizzle/. The payload is a topic: a seller id, or 'blog'. */
export const PAGE_CHANGES_CHANNEL = 'page_changes';

export type ChangeListener = {
  /** Documents of this topic changed; the change is committed, by any process. */
  onChange: (topic: string) => void;
  /** From now on no change is missed; earlier ones may have been. */
  onConnected: () => void;
  /** From now on changes may be missed. */
  onDisconnected: () => void;
};

export type ChangeSubscription = {
  /** Resolves when all changes that were committed before the call have arrived; at once without a connection. */
  waitForReplication: () => Promise<void>;
  close: () => Promise<void>;
};

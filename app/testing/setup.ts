import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

import { clearStore } from '#app/session/browser-store.ts';
import { clearWebStorage } from '#app/session/forget-seller.ts';
import { clearToasts } from '#app/ui/toast.tsx';

afterEach(async () => {
  // Unmount first: the builder stores unsaved changes on unmount.
  await cleanup();
  // Otherwise the Toaster of the next test shows these toasts.
  clearToasts();
  clearWebStorage();
  await Promise.all([clearStore('copies'), clearStore('histories'), clearStore('notes')]);
});

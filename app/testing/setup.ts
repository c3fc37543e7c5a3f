import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

import { clearToasts } from '#app/components/toast.tsx';
import { clearStore } from '#app/lib/browser-database.ts';
import { clearWebStorage } from '#app/lib/session/clear-seller-data.ts';

afterEach(async () => {
  // Unmount first: the builder stores unsaved changes on unmount.
  await cleanup();
  // Otherwise the Toaster of the next test shows these toasts.
  clearToasts();
  clearWebStorage();
  await Promise.all([clearStore('copies'), clearStore('histories'), clearStore('notes')]);
});

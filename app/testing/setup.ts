import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

import { clearToasts } from '#app/components/toast.tsx';
import { clearStore } from '#app/lib/browser-database.ts';
import { clearBrowserData } from '#app/lib/session/session.ts';

afterEach(async () => {
  // Unmount first: the builder stores unsaved changes on unmount.
  await cleanup();
  // Otherwise the Toaster of the next test shows these toasts.
  clearToasts();
  // As a sign-out does: the next test must not see a session that ended by itself.
  await clearBrowserData();
  await Promise.all([clearStore('copies'), clearStore('histories'), clearStore('notes')]);
});

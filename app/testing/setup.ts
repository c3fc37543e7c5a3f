import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

import { dropAllKept } from '#app/session/browser-store.ts';
import { clearStorages } from '#app/session/forget-seller.ts';
import { clearToasts } from '#app/ui/toast.tsx';

afterEach(async () => {
  // Unmount first: the builder stores unsaved changes on unmount.
  await cleanup();
  // Otherwise the Toaster of the next test shows these toasts.
  clearToasts();
  clearStorages();
  await Promise.all([dropAllKept('copies'), dropAllKept('histories'), dropAllKept('notes')]);
});

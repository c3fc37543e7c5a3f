import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

import { dropAllKept } from '#app/session/browser-store.ts';
import { clearStorages } from '#app/session/forget-seller.ts';
import { clearToasts } from '#app/ui/toast.tsx';

afterEach(async () => {
  // Unmounted first: the builder writes what is unsaved to the browser's storage when it goes.
  await cleanup();
  // Otherwise the next test's Toaster shows them again.
  clearToasts();
  clearStorages();
  await Promise.all([dropAllKept('copies'), dropAllKept('histories'), dropAllKept('notes')]);
});

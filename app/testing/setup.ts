import { afterEach } from 'vitest';

import { dropAllKept } from '#app/session/browser-store.ts';
import { clearStorages } from '#app/session/forget-seller.ts';

afterEach(async () => {
  clearStorages();
  await Promise.all([dropAllKept('copies'), dropAllKept('histories'), dropAllKept('notes')]);
});

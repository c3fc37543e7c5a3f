// Process of server/jobs/crash-guard.full.test.ts: exits silently when it reads the plan of one customer. Its argument is
// { folder, postgres, poison } as JSON.
import path from 'node:path';

import { eq } from 'drizzle-orm';

import { planSubscriptions } from '../db/schema-plans.ts';
import { createKillableApp } from './killable-app.ts';

const { poison } = JSON.parse(process.argv[2] ?? '') as { poison: string };

const app = await createKillableApp((folder) => ({
  sandboxFile: path.join(folder, 'sandbox.sqlite'),
  wrapStripe: (next) => async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes(poison)) process.exit(7);
    return next(request);
  },
}));
// The lease of the crashed process has expired: this row is due first.
await app.context.db
  .update(planSubscriptions)
  .set({ dueAt: new Date('2000-01-01') })
  .where(eq(planSubscriptions.subscriptionId, poison));
await app.workers.plans.waitUntilIdle();
await app.close();
process.exit(0);

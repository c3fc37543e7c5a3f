// An app that queues two mails for a server that hangs; server/email/outbox-killed.full.test.ts runs it as a process.
// Its one argument is { folder, env } as JSON.
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { queueMail } from '#server/email/queries/outbox.ts';

const { folder, env } = JSON.parse(process.argv[2] ?? '') as { folder: string; env: Record<string, string> };

const database = await openEmbedded(await lockFolder(folder), 'drizzle');
await database.migrate();
const { context } = createApp({
  config: parseConfig({ ...env, LOG_LEVEL: 'silent', DATA_DIR: folder }),
  secrets: createSecrets('a secret for tests, long enough for them', { platform: 'p', connect: 'c' }),
  database,
  log: pino({ level: 'silent' }),
  sandboxFile: null,
  pagesEntry: {
    render: async () => new Response('a document'),
    renderMail: () => ({ subject: 'A word', html: '<p>A word</p>', text: 'A word' }),
  },
});
for (const to of ['one@example.com', 'another@example.com']) {
  const mail = { kind: 'trial_ended', plan: 'starter' } as const;
  await queueMail(context.db, { key: to, to, mail, now: context.now() });
}
context.wake('outbox');

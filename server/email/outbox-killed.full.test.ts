import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { messageIdsOf, MINUTE, pagesEntry, rowsOf } from '../testing/mail-app.ts';
import { startTestSmtp } from '../testing/smtp-server.ts';

test(
  'loses no mail and sends at most one copy twice when the process is killed while sending',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-kill-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const smtp = await startTestSmtp();
    // The server has not received the first mail, and has received the second without acknowledging it.
    const bothHang = smtp.fail({ stage: 'RCPT', response: 'hang' }, { stage: 'message', response: 'hang' });
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@till.example' };
    const child = spawn(process.execPath, ['server/testing/killed-mail-process.ts', JSON.stringify({ folder, env })], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([bothHang, exited]);
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);

    const folderLock = await lockFolder(folder);
    const database = await openEmbedded(folderLock, 'drizzle');
    const close = () => database.close().finally(folderLock.release);
    const app = await createTestApp({ database: { ...database, close }, pagesEntry, env });
    const twice = (row: object) => [row, row];
    expect(await rowsOf(app)).toMatchObject(twice({ status: 'waiting', tries: 1 }));
    for (let i = 0; i < 3; i++) {
      app.advance(2 * MINUTE);
      await app.waitUntilIdle();
    }
    expect(await rowsOf(app)).toMatchObject(twice({ status: 'sent', tries: 2 }));
    expect(smtp.received).toHaveLength(3);
    expect(new Set(messageIdsOf(smtp.received)).size).toBe(2);
  },
  2 * MINUTE,
);

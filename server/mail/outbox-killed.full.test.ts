import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openEmbedded } from '#server/db/open-embedded.ts';
import { holdFolder } from '#server/db/single-process.ts';
import { openShop } from '#server/testing.ts';

import { idsOf, MINUTE, pagesEntry, rowsOf } from './testing-mail-shop.ts';
import { openSmtp } from './testing-smtp.ts';

test(
  'loses no mail and sends at most one copy twice when the process is killed while sending',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-kill-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const smtp = await openSmtp();
    // The server has not received the first mail, and has received the second without acknowledging it.
    const hanging = smtp.fail({ at: 'RCPT', answer: 'hang' }, { at: 'message', answer: 'hang' });
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@till.example' };
    const child = spawn(
      process.execPath,
      ['server/mail/testing-killed-mail.ts', JSON.stringify({ folder, env })],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    await Promise.race([hanging, ended]);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);

    const hold = await holdFolder(folder);
    const database = await openEmbedded(hold, 'drizzle');
    const close = () => database.close().finally(hold.release);
    const shop = await openShop({ database: { ...database, close }, pagesEntry, env });
    const two = (row: object) => [row, row];
    expect(await rowsOf(shop)).toMatchObject(two({ status: 'waiting', attempts: 1 }));
    for (let turn = 0; turn < 3; turn++) {
      shop.advance(2 * MINUTE);
      await shop.settled();
    }
    expect(await rowsOf(shop)).toMatchObject(two({ status: 'sent', attempts: 2 }));
    expect(smtp.received).toHaveLength(3);
    expect(new Set(idsOf(smtp.received)).size).toBe(2);
  },
  2 * MINUTE,
);

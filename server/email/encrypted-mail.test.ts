import { expect, test } from 'vitest';

import type { CredentialEmail } from '#domain/email.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { toMail, queueMail } from '#server/email/queries/outbox.ts';

import { MINUTE, openMailApp, rowsOf } from '../testing/mail-app.ts';

const LINK = 'http://localhost:3000/auth/confirm?token_hash=the-secret-of-the-link&type=signup';
const CODE = '271828';
const MAILS: CredentialEmail[] = [
  { kind: 'confirm_email', link: LINK, code: CODE },
  { kind: 'recover_password', link: LINK, code: CODE },
  { kind: 'change_email', link: LINK, code: CODE, newEmail: 'new@example.com', to: 'current' },
  { kind: 'confirmation_code', code: CODE },
  { kind: 'purchases_link', link: `${LINK}&${CODE}` },
];
const pagesEntry = {
  render: async () => new Response('a document'),
  renderMail: (mail: object) => ({ subject: 'A word', html: '<p>A word</p>', text: JSON.stringify(mail) }),
};

test.for(MAILS)('stores the link and the code encrypted and decrypts them when sending: %o', async (mail) => {
  const { app, smtp } = await openMailApp({ pagesEntry });
  const { db, secrets, now } = app.context;
  await queueMail(db, { key: 'k', to: 'seller@example.com', mail, seal: secrets.seal, now: now() });
  const [row] = await rowsOf(app);
  const stored = JSON.stringify(row);
  expect(stored).not.toContain(CODE);
  expect(stored).not.toContain('the-secret-of-the-link');
  expect(row && toMail(row, secrets.unseal)).toEqual(mail);
  expect(await (await app.request(`/sandbox/mail/${row?.id}`)).text()).toContain(CODE);
  await app.waitUntilIdle();
  expect(smtp.received[0]?.message).toContain(CODE);
});

test('retries a mail that was encrypted with another secret, and never sends the ciphertext', async () => {
  const { app, smtp } = await openMailApp({ pagesEntry });
  const { seal } = createSecrets('another secret for tests, long enough', { platform: 'p', connect: 'c' });
  const mail: CredentialEmail = { kind: 'confirmation_code', code: CODE };
  const { db, now } = app.context;
  await queueMail(db, { key: 'k', to: 'seller@example.com', mail, seal, now: now() });
  for (let i = 0; i < 2; i++) {
    await app.waitUntilIdle();
    app.advance(2 * MINUTE);
  }
  expect(smtp.received).toEqual([]);
  expect(await rowsOf(app)).toMatchObject([{ status: 'waiting', tries: 2 }]);
  expect((await app.request('/sandbox/mail')).status).toBe(200);
});

import { expect, test } from 'vitest';

import type { SecretMail } from '#domain/mail.ts';

import { mailOf, queueMail } from '#server/db/outbox.ts';
import { secretsFrom } from '#server/secrets.ts';

import { MINUTE, openMailShop, rowsOf } from './testing-mail-shop.ts';

const LINK = 'http://localhost:3000/auth/confirm?token_hash=the-secret-of-the-link&type=signup';
const CODE = '271828';
const MAILS: SecretMail[] = [
  { kind: 'confirm_email', link: LINK, code: CODE },
  { kind: 'recover_password', link: LINK, code: CODE },
  { kind: 'change_email', link: LINK, code: CODE, newEmail: 'new@example.com', to: 'held' },
  { kind: 'confirmation_code', code: CODE },
  { kind: 'purchases_link', link: `${LINK}&${CODE}` },
];
const pagesEntry = {
  render: async () => new Response('a document'),
  renderMail: (mail: object) => ({ subject: 'A word', html: '<p>A word</p>', text: JSON.stringify(mail) }),
};

test.for(MAILS)(
  'stores the link and the code encrypted and decrypts them when sending: %o',
  async (mail) => {
    const { shop, smtp } = await openMailShop({ pagesEntry });
    const { db, secrets, now } = shop.context;
    await queueMail(db, { key: 'k', to: 'seller@example.com', mail, seal: secrets.seal, now: now() });
    const [row] = await rowsOf(shop);
    const written = JSON.stringify(row);
    expect(written).not.toContain(CODE);
    expect(written).not.toContain('the-secret-of-the-link');
    expect(row && mailOf(row, secrets.unseal)).toEqual(mail);
    expect(await (await shop.request(`/sandbox/mail/${row?.id}`)).text()).toContain(CODE);
    await shop.settled();
    expect(smtp.received[0]?.message).toContain(CODE);
  },
);

test('retries a mail that was encrypted with another secret, and never sends the ciphertext', async () => {
  const { shop, smtp } = await openMailShop({ pagesEntry });
  const { seal } = secretsFrom('another secret for tests, long enough', { platform: 'p', connect: 'c' });
  const mail: SecretMail = { kind: 'confirmation_code', code: CODE };
  const { db, now } = shop.context;
  await queueMail(db, { key: 'k', to: 'seller@example.com', mail, seal, now: now() });
  for (let turn = 0; turn < 2; turn++) {
    await shop.settled();
    shop.advance(2 * MINUTE);
  }
  expect(smtp.received).toEqual([]);
  expect(await rowsOf(shop)).toMatchObject([{ status: 'waiting', attempts: 2 }]);
  expect((await shop.request('/sandbox/mail')).status).toBe(200);
});

import { createServer, type Server } from 'node:https';
import { createServer as createNetServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';

import { expect, onTestFinished, test } from 'vitest';

import { configFrom } from '#server/config.ts';
import { listening } from '#server/testing-listening.ts';

import { openDns } from './dns.ts';
import { askAt, guardedRequest } from './guarded-request.ts';
import { certificateFor } from './testing-certificate.ts';
import { openRaw } from './testing-receiver.ts';

const NAME = 'hooks.example.com';
const asked = { method: 'POST', headers: [], body: 'hello', timeoutMs: 5000, leftMs: 5000, maxBytes: 100 };
const context = { config: configFrom({}), dns: openDns(['127.0.0.1:9']) };

/** Trusts a certificate authority until the test ends. */
function trust(cert: string): void {
  const known = getCACertificates('default');
  setDefaultCACertificates([...known, cert]);
  onTestFinished(() => setDefaultCACertificates(known));
}

/** Answers with the Host header and the server name of the TLS connection. */
const openSecure = (certificate: { cert: string; key: string }): Server =>
  createServer(certificate, (request, answer) => {
    answer.end(`${request.headers.host} ${String((request.socket as TLSSocket).servername)}`);
  });

const atLocal = (port: number, host: string) =>
  askAt(
    '127.0.0.1',
    { url: new URL(`https://${host}:${port}/`), host, port, isSecure: true, isHere: false },
    { ...asked, url: `https://${host}:${port}/` },
  );

test('connects to the checked address with the requested host name', async () => {
  const certificate = certificateFor(NAME);
  trust(certificate.cert);
  const { port, connections } = await listening(openSecure(certificate));
  // The address alone selects the server: no name server knows the name.
  const answer = await atLocal(port, NAME);
  expect(Buffer.from(answer.body).toString()).toBe(`${NAME}:${port} ${NAME}`);
  expect(connections()).toBe(1);
});

test('refuses a certificate for another name, another time or without an authority', async () => {
  const good = certificateFor(NAME);
  const old = certificateFor(NAME, ['200101000000Z', '210101000000Z']);
  const early = certificateFor(NAME, ['480101000000Z', '490101000000Z']);
  trust(good.cert);
  const { port } = await listening(openSecure(good));
  await expect(atLocal(port, 'other.example.com')).rejects.toMatchObject({
    words: 'Its certificate is for another name.',
  });
  await expect(atLocal(port, '127.0.0.1')).rejects.toMatchObject({
    words: 'Its certificate is for another name.',
  });
  const stranger = await listening(openSecure(certificateFor(NAME)));
  await expect(atLocal(stranger.port, NAME)).rejects.toMatchObject({
    words: 'Its certificate is signed by itself.',
  });
  trust(old.cert);
  const expired = await listening(openSecure(old));
  await expect(atLocal(expired.port, NAME)).rejects.toMatchObject({ words: 'Its certificate has expired.' });
  trust(early.cert);
  const tooEarly = await listening(openSecure(early));
  await expect(atLocal(tooEarly.port, NAME)).rejects.toMatchObject({
    words: 'Its certificate is not valid yet.',
  });
});

test('aborts a server without TLS, or one that never finishes its handshake', async () => {
  const plain = await openRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const mute = await listening(createNetServer());
  const ask = (port: number, timeoutMs: number) =>
    guardedRequest(context, { ...asked, url: `https://127.0.0.1:${port}/`, timeoutMs });
  await expect(ask(plain.port, 10_000)).rejects.toMatchObject({ words: 'It does not speak TLS as we do.' });
  await expect(ask(mute.port, 400)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    words: 'There was no connection within 0.4 seconds.',
  });
});

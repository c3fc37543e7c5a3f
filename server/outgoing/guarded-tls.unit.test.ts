import { createServer, type Server } from 'node:https';
import { createServer as createNetServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';

import { expect, onTestFinished, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { listen } from '#server/testing/listening-server.ts';

import { createCertificate } from '../testing/certificate.ts';
import { startRawServer } from '../testing/raw-server.ts';
import { createDns } from './dns.ts';
import { requestAddress, guardedRequest } from './guarded-request.ts';

const NAME = 'hooks.example.com';
const requestOptions = {
  method: 'POST',
  headers: [],
  body: 'hello',
  timeoutMs: 5000,
  remainingMs: 5000,
  maxBytes: 100,
};
const context = { config: parseConfig({}), dns: createDns(['127.0.0.1:9']) };

/** Trusts a certificate authority until the test ends. */
function trust(cert: string): void {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
}

/** Answers with the Host header and the server name of the TLS connection. */
const createSecureServer = (certificate: { cert: string; key: string }): Server =>
  createServer(certificate, (request, answer) => {
    answer.end(`${request.headers.host} ${String((request.socket as TLSSocket).servername)}`);
  });

const requestLocally = (port: number, host: string) =>
  requestAddress(
    '127.0.0.1',
    { url: new URL(`https://${host}:${port}/`), host, port, isSecure: true, isLocal: false },
    { ...requestOptions, url: `https://${host}:${port}/` },
  );

test('connects to the checked address with the requested host name', async () => {
  const certificate = createCertificate(NAME);
  trust(certificate.cert);
  const { port, connections } = await listen(createSecureServer(certificate));
  // The address alone selects the server: no name server knows the name.
  const answer = await requestLocally(port, NAME);
  expect(Buffer.from(answer.body).toString()).toBe(`${NAME}:${port} ${NAME}`);
  expect(connections()).toBe(1);
});

test('refuses a certificate for another name, another time or without an authority', async () => {
  const valid = createCertificate(NAME);
  const expiredCertificate = createCertificate(NAME, ['200101000000Z', '210101000000Z']);
  const futureCertificate = createCertificate(NAME, ['480101000000Z', '490101000000Z']);
  trust(valid.cert);
  const { port } = await listen(createSecureServer(valid));
  await expect(requestLocally(port, 'other.example.com')).rejects.toMatchObject({
    userMessage: 'The TLS certificate is for a different host name.',
  });
  await expect(requestLocally(port, '127.0.0.1')).rejects.toMatchObject({
    userMessage: 'The TLS certificate is for a different host name.',
  });
  const untrusted = await listen(createSecureServer(createCertificate(NAME)));
  await expect(requestLocally(untrusted.port, NAME)).rejects.toMatchObject({
    userMessage: 'The TLS certificate is self-signed.',
  });
  trust(expiredCertificate.cert);
  const expiredServer = await listen(createSecureServer(expiredCertificate));
  await expect(requestLocally(expiredServer.port, NAME)).rejects.toMatchObject({
    userMessage: 'The TLS certificate has expired.',
  });
  trust(futureCertificate.cert);
  const futureServer = await listen(createSecureServer(futureCertificate));
  await expect(requestLocally(futureServer.port, NAME)).rejects.toMatchObject({
    userMessage: 'The TLS certificate isn’t valid yet.',
  });
});

test('aborts a server without TLS, or one that never finishes its handshake', async () => {
  const plainServer = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const silentServer = await listen(createNetServer());
  const request = (port: number, timeoutMs: number) =>
    guardedRequest(context, { ...requestOptions, url: `https://127.0.0.1:${port}/`, timeoutMs });
  await expect(request(plainServer.port, 10_000)).rejects.toMatchObject({
    userMessage: 'The TLS connection failed.',
  });
  await expect(request(silentServer.port, 400)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    userMessage: 'We couldn’t connect within 0.4 seconds.',
  });
});

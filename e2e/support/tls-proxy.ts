import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';

/** Self-signed certificate for localhost, made for these tests. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUTu9s56pcvgSUtjl8F88+5tcQYyQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDEyMTkxM1oYDzIxMjYxMDI3
MTIxOTEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASeyGhG6J+Zg7j5AZPvowfcDBvDClekxA1vGwauY2jExJeF4kuVXLf6
JLNPR2l9iimUTug3I2bIiYYYX3Ep1T60o2kwZzAdBgNVHQ4EFgQUZ0xu7+JeJ12W
RE0Axe4xxm6HJSIwHwYDVR0jBBgwFoAUZ0xu7+JeJ12WRE0Axe4xxm6HJSIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgQyAXmjyVPZTuQ2G4cg0iR/nnuIxvDZjw9TDbmdijEDsCIQDGzcJdhn2K
4ML+wmsCMFviNncUuR/awyUIssNqxqz+dg==
-----END CERTIFICATE-----`;
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnET3Flc6sWFLRy5e
quza8JGS7nin6H5I4cVqMZ7JXn6hRANCAASeyGhG6J+Zg7j5AZPvowfcDBvDClek
xA1vGwauY2jExJeF4kuVXLf6JLNPR2l9iimUTug3I2bIiYYYX3Ep1T60
-----END PRIVATE KEY-----`;

/**
 * Terminates TLS and forwards plain HTTP to the app, as a reverse proxy does in production. It keeps the Host header of
 * custom domains and replaces the app's own host with its internal address, as many proxies do.
 */
export function startTlsProxy(port: number, appPort: number): Promise<Server> {
  const proxy = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (request, response) => {
    const requestedHost = request.headers.host ?? '';
    const host = /\.localhost(:|$)/.test(requestedHost) ? requestedHost : `127.0.0.1:${appPort}`;
    const headers = { ...request.headers, host, 'x-forwarded-proto': 'https' };
    const { url = '/', method = 'GET' } = request;
    const upstreamRequest = httpRequest(
      { host: '127.0.0.1', port: appPort, path: url, method, headers },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        upstreamResponse.pipe(response);
      },
    );
    upstreamRequest.on('error', () => response.destroy());
    request.pipe(upstreamRequest);
  });
  return new Promise((resolve) => proxy.listen(port, '127.0.0.1', () => resolve(proxy)));
}

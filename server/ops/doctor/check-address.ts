import { connect } from 'node:net';

import type { Config } from '#server/core/config.ts';

import { findingsAbout, isOfApp, request, type Finding } from './finding.ts';

const CHECK_TIMEOUT_MS = 5000;

/** Checks which program listens at the port, and whether the public URL leads to it. */
export async function checkAddress(config: Config, externalFetch: typeof fetch): Promise<Finding[]> {
  const { finding, isRunning } = await checkPort(config);
  return [finding, ...(await checkPublicUrl(config, externalFetch, isRunning))];
}

/** `isRunning`: our server listens at the port and is ready. */
async function checkPort({ port, host }: Config): Promise<{ finding: Finding; isRunning: boolean }> {
  const { ok, wrong } = findingsAbout('port');
  const isTaken = await new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: host === '0.0.0.0' || host === '::' ? 'localhost' : host })
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .setTimeout(CHECK_TIMEOUT_MS, () => resolve(false));
    socket.once('close', () => undefined);
    setTimeout(() => socket.destroy(), CHECK_TIMEOUT_MS).unref();
  });
  if (!isTaken) return { finding: ok(`${port} is free, and the server isn’t running`), isRunning: false };
  const answer = await request(fetch, `http://localhost:${port}/readyz`);
  if (isOfApp(answer) && answer.ok)
    return { finding: ok(`${port} is used by the server, which is ready`), isRunning: true };
  const finding =
    isOfApp(answer) && answer.status === 503
      ? wrong(
          `the server on ${port} isn’t ready`,
          'Check its log: its database can’t be reached, or it is shutting down',
        )
      : wrong(`${port} is used by another program`, 'Stop that program, or set PORT');
  return { finding, isRunning: false };
}

async function checkPublicUrl(
  { appUrl, mode }: Config,
  externalFetch: typeof fetch,
  isRunning: boolean,
): Promise<Finding[]> {
  const { ok, later, warning, wrong } = findingsAbout('URL');
  const { protocol, hostname } = new URL(appUrl);
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    return [
      (mode === 'live' ? wrong : later)(
        `${appUrl} only works on this machine`,
        'Set APP_URL to the public https URL, and put a proxy with TLS in front of the server (deploy/Caddyfile)',
      ),
    ];
  const httpsFindings =
    protocol === 'https:'
      ? []
      : [
          (mode === 'live' ? wrong : warning)(
            `${appUrl} doesn’t use https`,
            'Put a proxy with TLS in front of the server (deploy/Caddyfile)',
          ),
        ];
  const answer = await request(externalFetch, `${appUrl}/healthz`);
  if (answer instanceof Error)
    return [
      ...httpsFindings,
      (isRunning ? wrong : warning)(
        `${appUrl} can’t be reached from this machine: ${answer.message}`,
        'Check that its DNS name leads to the proxy, and that the proxy forwards to this port',
      ),
    ];
  if (!answer.ok || !isOfApp(answer))
    return [
      ...httpsFindings,
      wrong(
        `${appUrl}/healthz responded with status ${answer.status}, and not like the server`,
        'Let the proxy forward all requests with the original Host header',
      ),
    ];
  return [...httpsFindings, ok(`${appUrl} leads to the server`), await checkProxy(appUrl, externalFetch)];
}

/** Requests through the proxy must be distinguishable from direct ones. */
async function checkProxy(appUrl: string, externalFetch: typeof fetch): Promise<Finding> {
  const { ok, warning } = findingsAbout('URL');
  const { hostname } = new URL(appUrl);
  const answer = await request(externalFetch, `${appUrl}/internal/tls-allowed?domain=${hostname}`);
  return !(answer instanceof Error) && answer.ok
    ? warning(
        `${appUrl}/internal/ can be reached from outside, or the proxy doesn’t set X-Forwarded-For`,
        'Let the proxy set X-Forwarded-For, which rate limits need, and block /internal/. See docs/custom-domains.md',
      )
    : ok('the proxy sets X-Forwarded-For');
}

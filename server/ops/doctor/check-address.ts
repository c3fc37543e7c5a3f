import { connect } from 'node:net';

import type { Config } from '#server/core/config.ts';

import { findingsAbout, isOfApp, request, type Finding } from './finding.ts';

const CHECK_TIMEOUT_MS = 5000;

/** Checks which program listens at the port, and whether the public URL leads to it. */
export async function checkAddress(config: Config, externalFetch: typeof fetch): Promise<Finding[]> {
  const port = await checkPort(config);
  const isRunning = port.state === 'ok' && port.says.includes('shop itself');
  return [port, ...(await checkPublicUrl(config, externalFetch, isRunning))];
}

async function checkPort({ port, host }: Config): Promise<Finding> {
  const { ok, wrong } = findingsAbout('port');
  const isTaken = await new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: host === '0.0.0.0' || host === '::' ? 'localhost' : host })
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .setTimeout(CHECK_TIMEOUT_MS, () => resolve(false));
    socket.once('close', () => undefined);
    setTimeout(() => socket.destroy(), CHECK_TIMEOUT_MS).unref();
  });
  if (!isTaken) return ok(`${port} is free: the shop is not running`);
  const answer = await request(fetch, `http://localhost:${port}/readyz`);
  if (isOfApp(answer) && answer.ok) return ok(`${port} is held by the shop itself, which is ready`);
  if (answer instanceof Response && answer.status === 503)
    return wrong(`the shop at ${port} is not ready`, 'See its log: its database does not answer, or it is going down');
  return wrong(`${port} is taken by another program`, 'Stop it, or set PORT');
}

async function checkPublicUrl(
  { appUrl, mode }: Config,
  externalFetch: typeof fetch,
  isRunning: boolean,
): Promise<Finding[]> {
  const { ok, later, warning, wrong } = findingsAbout('address');
  const { protocol, hostname } = new URL(appUrl);
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    return [
      (mode === 'live' ? wrong : later)(
        `${appUrl} is known to this machine only`,
        'Set APP_URL to the public https address, and put a proxy with TLS in front (deploy/Caddyfile)',
      ),
    ];
  const httpsFindings =
    protocol === 'https:'
      ? []
      : [(mode === 'live' ? wrong : warning)(`${appUrl} is not https`, 'Put a proxy with TLS in front')];
  const answer = await request(externalFetch, `${appUrl}/healthz`);
  if (answer instanceof Error)
    return [
      ...httpsFindings,
      (isRunning ? wrong : warning)(
        `${appUrl} does not answer from here: ${answer.message}`,
        'Does its name lead to the proxy, and the proxy to this port?',
      ),
    ];
  if (!answer.ok || !isOfApp(answer))
    return [
      ...httpsFindings,
      wrong(
        `${appUrl}/healthz answered ${answer.status}, and not as the shop does`,
        'The proxy must pass everything on, with the Host as it came',
      ),
    ];
  return [...httpsFindings, ok(`${appUrl} leads to the shop`), await checkProxy(appUrl, externalFetch)];
}

/** Requests through the proxy must be distinguishable from direct ones. */
async function checkProxy(appUrl: string, externalFetch: typeof fetch): Promise<Finding> {
  const { ok, warning } = findingsAbout('address');
  const { hostname } = new URL(appUrl);
  const answer = await request(externalFetch, `${appUrl}/internal/tls-allowed?domain=${hostname}`);
  return answer instanceof Response && answer.ok
    ? warning(
        `${appUrl}/internal/ is reached from outside, or the proxy sets no X-Forwarded-For`,
        'See docs/custom-domains.md: limits count addresses by that header',
      )
    : ok('the proxy says whom it speaks for');
}

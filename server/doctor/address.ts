import { connect } from 'node:net';

import type { Config } from '#server/config.ts';

import { about, type Finding } from './finding.ts';

const PATIENCE_MS = 5000;

/** Checks which program listens at the port, and whether the public URL leads to it. */
export async function addressFindings(config: Config, outside: typeof fetch): Promise<Finding[]> {
  const port = await portFinding(config);
  const isHere = port.state === 'ok' && port.says.includes('shop itself');
  return [port, ...(await publicFindings(config, outside, isHere))];
}

async function portFinding({ port, host }: Config): Promise<Finding> {
  const { ok, wrong } = about('port');
  const taken = await new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: host === '0.0.0.0' || host === '::' ? 'localhost' : host })
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .setTimeout(PATIENCE_MS, () => resolve(false));
    socket.once('close', () => undefined);
    setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  });
  if (!taken) return ok(`${port} is free: the shop is not running`);
  const answer = await fetch(`http://localhost:${port}/readyz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  if (answer?.ok && answer.headers.has('x-request-id'))
    return ok(`${port} is held by the shop itself, which is ready`);
  if (answer?.status === 503)
    return wrong(
      `the shop at ${port} is not ready`,
      'See its log: its database does not answer, or it is going down',
    );
  return wrong(`${port} is taken by another program`, 'Stop it, or set PORT');
}

async function publicFindings(
  { appUrl, mode }: Config,
  outside: typeof fetch,
  isHere: boolean,
): Promise<Finding[]> {
  const { ok, later, warning, wrong } = about('address');
  const { protocol, hostname } = new URL(appUrl);
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    return [
      (mode === 'live' ? wrong : later)(
        `${appUrl} is known to this machine only`,
        'Set APP_URL to the public https address, and put a proxy with TLS in front (deploy/Caddyfile)',
      ),
    ];
  const secure =
    protocol === 'https:'
      ? []
      : [(mode === 'live' ? wrong : warning)(`${appUrl} is not https`, 'Put a proxy with TLS in front')];
  const answer = await outside(`${appUrl}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error) => error);
  if (answer instanceof Error)
    return [
      ...secure,
      (isHere ? wrong : warning)(
        `${appUrl} does not answer from here: ${answer.message}`,
        'Does its name lead to the proxy, and the proxy to this port?',
      ),
    ];
  if (!answer.ok || !answer.headers.has('x-request-id'))
    return [
      ...secure,
      wrong(
        `${appUrl}/healthz answered ${answer.status}, and not as the shop does`,
        'The proxy must pass everything on, with the Host as it came',
      ),
    ];
  return [...secure, ok(`${appUrl} leads to the shop`), await proxyFinding(appUrl, outside)];
}

/** Requests through the proxy must be distinguishable from direct ones. */
async function proxyFinding(appUrl: string, outside: typeof fetch): Promise<Finding> {
  const { ok, warning } = about('address');
  const inner = await outside(`${appUrl}/internal/tls-allowed?domain=${new URL(appUrl).hostname}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  return inner?.ok
    ? warning(
        `${appUrl}/internal/ is reached from outside, or the proxy sets no X-Forwarded-For`,
        'See docs/custom-domains.md: limits count addresses by that header',
      )
    : ok('the proxy says whom it speaks for');
}

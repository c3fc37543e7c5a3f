/** The origin of a domain depends on the app's own URL. */
type AppUrl = { appUrl: string };

/** Host names of the local machine, used to try the app. */
const isLocalName = (host: string): boolean => host.endsWith('.localhost');

/** Public origin of a seller's domain: https, or for local names the protocol and port of the app. */
export function domainOrigin({ appUrl }: AppUrl, host: string): string {
  if (!isLocalName(host)) return `https://${host}`;
  const { protocol, port } = new URL(appUrl);
  return `${protocol}//${host}${port && `:${port}`}`;
}

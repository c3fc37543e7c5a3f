/** What the origin of a name depends on: where the shop itself is. */
type Shop = { appUrl: string };

/** Names of this machine, which people try the shop under. */
const isOfThisMachine = (host: string): boolean => host.endsWith('.localhost');

/** The public origin of a seller's own name: https, or on this machine whatever the shop itself goes by. */
export function domainOrigin({ appUrl }: Shop, host: string): string {
  if (!isOfThisMachine(host)) return `https://${host}`;
  const { protocol, port } = new URL(appUrl);
  return `${protocol}//${host}${port && `:${port}`}`;
}

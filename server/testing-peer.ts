/** What a server hands over beside a request that came from somewhere. Seen by tests only. */
export const cameFrom = (remoteAddress: string, host = 'localhost:3000') => ({
  incoming: { socket: { remoteAddress }, url: '/', rawHeaders: ['Host', host] },
});

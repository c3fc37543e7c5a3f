/** The Node environment that a server passes beside a request from this address. Used by tests only. */
export const nodeEnvFrom = (remoteAddress: string, host = 'localhost:3000') => ({
  incoming: { socket: { remoteAddress }, url: '/', rawHeaders: ['Host', host] },
});

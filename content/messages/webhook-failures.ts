/** Why a URL can’t receive webhooks, or why a request to it failed. */
export const webhookFailureMessages = {
  url: {
    tooLong: ({ max }: { max: number }) => `The URL can have up to ${max} characters.`,
    invalid: 'This isn’t a valid URL. Enter one like https://example.com/hooks.',
    notHttps: 'The URL must start with https://.',
    hasCredentials: 'The URL can’t contain a user name or password.',
    notPublic: 'This URL isn’t on the public internet, so we can’t send requests to it.',
    own: 'This URL belongs to this site. Enter the URL of your app.',
    port: ({ ports }: { ports: string }) => `The port must be ${ports}.`,
  },
  host: {
    notPublic: ({ host, address }: { host: string; address: string }) =>
      `${host} resolves to ${address}, which isn’t on the public internet, so we can’t send requests to it.`,
    own: ({ host, address }: { host: string; address: string }) =>
      `${host} resolves to ${address}, which is this site itself.`,
    otherMachine: 'localhost resolves to another machine here.',
    unknown: ({ host }: { host: string }) => `${host} doesn’t resolve to an IP address.`,
    dnsError: ({ host }: { host: string }) => `The DNS lookup for ${host} failed.`,
  },
  timeout: {
    name: ({ host, seconds }: { host: string; seconds: number }) =>
      `We couldn’t resolve ${host} within ${seconds} seconds.`,
    connection: ({ seconds }: { seconds: number }) => `We couldn’t connect within ${seconds} seconds.`,
    answer: ({ seconds }: { seconds: number }) => `We didn’t get a complete response within ${seconds} seconds.`,
  },
  connection: {
    refused: 'The connection was refused: no server is listening at this URL.',
    reset: 'The connection was closed before the response was complete.',
    closed: 'The connection was closed before the request was sent.',
    unreachable: 'The server is unreachable.',
    tls: 'The TLS connection failed.',
    other: ({ code }: { code: string }) => `There was no response (${code}).`,
  },
  certificate: {
    expired: 'The TLS certificate has expired.',
    notYetValid: 'The TLS certificate isn’t valid yet.',
    wrongName: 'The TLS certificate is for a different host name.',
    selfSigned: 'The TLS certificate is self-signed.',
    untrusted: 'The TLS certificate isn’t from a trusted authority.',
    incomplete: 'We couldn’t verify the TLS certificate. The server may not send its intermediate certificates.',
  },
  response: {
    headersTooLong: 'The response headers are too long.',
    notHttp: 'The response isn’t valid HTTP.',
    status: ({ status }: { status: string }) => `The server responded with ${status}.`,
    gone: ({ status }: { status: string }) =>
      `The server responded with ${status}, which means that it no longer accepts events.`,
    redirect: ({ status }: { status: string }) =>
      `The server responded with ${status}. We don’t follow redirects. Use the final URL instead.`,
    redirectTo: ({ status, location }: { status: string; location: string }) =>
      `The server responded with ${status} and redirected to ${location}. We don’t follow redirects. Use the final URL instead.`,
  },
  notSent: 'We couldn’t send this event because of an error on our side.',
  neverFinished: 'We couldn’t send this event: several attempts were interrupted.',
  secretUnreadable: 'We can’t read this webhook’s signing secret anymore. Rotate it to create a new one.',
  expired: ({ days }: { days: number }) => `This event expired: the webhook was paused for more than ${days} days.`,
  endpointLimit: ({ max }: { max: number }) => `Your plan includes ${max} webhooks. Delete one to add another.`,
} as const;

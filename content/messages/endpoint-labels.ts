/** Events, status and format of a webhook endpoint. */
export const endpointLabels = {
  allEvents: 'All events',
  eventCount: ({ count, total }: { count: number; total: number }) => `${count} of ${total} events`,
  eventGroups: {
    order: 'Orders',
    refund: 'Refunds',
    dispute: 'Disputes',
    subscription: 'Subscriptions',
    entitlement: 'Delivery',
    license: 'License keys',
    page: 'Pages',
    domain: 'Domains',
  },
  endpointStatus: {
    active: 'Active',
    failing: 'Failing',
    paused: 'Paused',
    pausedByFailures: 'Paused after failures',
  },
  formats: {
    standard: {
      label: 'Signed JSON',
      description: 'For apps. Contains the full event and a signature, so you can verify that it came from us.',
    },
    slack: { label: 'Slack', description: 'Posts a message to a channel. Paste the URL of an incoming webhook.' },
    discord: { label: 'Discord', description: 'Posts a message to a channel. Paste the URL of the channel’s webhook.' },
  },
};

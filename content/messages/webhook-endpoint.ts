import { plural } from './plural.ts';

/** Texts of the page of one webhook: actions, secret and delivery log. */
export const webhookEndpointMessages = {
  back: 'Integrations',
  loadError: 'Couldn’t load the webhook',
  notFound: {
    title: 'Webhook not found',
    text: 'It may have been deleted, or the link may be wrong.',
    back: 'Back to integrations',
  },
  menu: {
    label: 'More',
    edit: 'Edit',
    showSecret: 'Show signing secret',
    rotateSecret: 'Rotate signing secret',
    pause: 'Pause',
    resume: 'Resume',
    delete: 'Delete',
  },
  sendTest: 'Send test event',
  sending: 'Sending…',
  details: {
    delivered: 'Delivered, 7 days',
    failed: 'Failed, 7 days',
    pending: 'Pending',
    lastDelivery: 'Last delivery',
    noDelivery: 'None yet',
    events: 'Events',
    added: 'Added',
  },
  banner: {
    pausedBySeller: 'You paused this webhook.',
    pausedByUs: 'We paused this webhook.',
    failedSince: 'Deliveries have been failing since <date></date>. Check the log, fix the problem, then resume.',
    urlGone: 'The server responded that this URL is gone. Check the log, fix the problem, then resume.',
    pending: ({ count, formattedCount, days }: { count: number; formattedCount: string; days: number }) => {
      if (count === 0) return `No events are pending yet. New events are stored in order for ${days} days.`;
      return plural(count, {
        one: `1 event is pending. It’s stored for ${days} days and sent when you resume.`,
        other: `${formattedCount} events are pending. They’re stored for ${days} days and sent in order when you resume.`,
      });
    },
    resume: 'Resume',
    resuming: 'Resuming…',
    failing: ({ days }: { days: number }) =>
      `<b>Deliveries have been failing</b> since <date></date>. We retry each event at increasing intervals. After ${days} days without a successful delivery, we’ll pause the webhook and email you.`,
    twoSecrets:
      '<b>Two signing secrets are valid</b> until <date></date>. Add the new one to your app before then. After that, only the new one is valid.',
  },
  secretDialog: {
    title: 'Signing secret',
    newTitle: 'New signing secret',
    text: 'We sign every request with this secret. Use it in your app to verify that requests come from us.',
    rotatedText: ({ hours }: { hours: number }) =>
      `Add the new secret to your app within ${hours} hours. Until then, requests are signed with both secrets.`,
    label: 'Signing secret',
    note: 'You can view this secret again at any time. <link>Learn how to verify signatures</link>',
    done: 'Done',
    failed: 'Couldn’t load the secret',
  },
  rotateDialog: {
    title: 'Rotate the signing secret?',
    text: ({ hours }: { hours: number }) =>
      `We’ll start signing with a new secret now. The old secret stays valid for ${hours} hours, so you have time to update your app.`,
    leakHint: 'If the old secret was leaked, don’t wait: delete this webhook and add it again.',
    cancel: 'Cancel',
    confirm: 'Rotate secret',
    busy: 'Rotating…',
    failed: 'Couldn’t rotate the secret',
  },
  deleteDialog: {
    title: ({ host }: { host: string }) => `Delete the webhook to ${host}?`,
    text: 'Pending events won’t be sent, and the delivery log is deleted. This can’t be undone. To stop deliveries temporarily, pause the webhook instead.',
    cancel: 'Cancel',
    confirm: 'Delete webhook',
    busy: 'Deleting…',
    done: 'Webhook deleted',
    doneText: ({ host }: { host: string }) => `${host} no longer receives events.`,
    failed: 'Couldn’t delete the webhook',
  },
  actions: {
    nothingToRedeliver: { title: 'Nothing to redeliver', message: 'No deliveries have failed since then.' },
    redelivered: 'Redelivery started',
    redeliveredText: ({ count, hasMore }: { count: number; hasMore: boolean }) => {
      const text = plural(count, {
        one: '1 delivery is being resent.',
        other: `${count} deliveries are being resent.`,
      });
      return hasMore ? `${text} If more have failed, redeliver again afterwards.` : text;
    },
    redeliverFailed: 'Couldn’t redeliver',
    resumed: { title: 'Webhook resumed', message: 'Pending events are now being sent in order.' },
    paused: { title: 'Webhook paused', message: 'New events stay pending until you resume.' },
    resumeFailed: 'Couldn’t resume the webhook',
    pauseFailed: 'Couldn’t pause the webhook',
    testSent: { title: 'Test event sent', message: 'Check the delivery log for the result.' },
    testFailed: 'Couldn’t send the test event',
  },
};

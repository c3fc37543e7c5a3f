/** Emails to the operator about problems of the installation: what happened, details, and what to do. */
export const operatorAlertMessages = {
  jobCrashes: {
    title: 'A background job isn’t finishing',
    detail: ({ job, starts }: { job: string; starts: number }) =>
      `${job} was started ${starts} times without finishing, and the process may have crashed each time. It will be retried later. Everything else continues.`,
    remedy: 'Check the last log lines before each restart.',
  },
  fileRefused: {
    title: 'The virus scan rejected a file',
    detail: ({ deliverableId, number }: { deliverableId: string; number: number }) =>
      `A seller uploaded version ${number} of the file ${deliverableId}, and FILES_SCAN_COMMAND rejected it. Buyers can’t download this version.`,
    remedy:
      'If the seller’s page is harmful, suspend it with the operator command “pages suspend”. If the scanner is wrong, ask the seller to upload the file again after you’ve fixed it.',
  },
  stripePermission: {
    title: 'The Stripe key lacks a permission',
    detail: ({ request, permission }: { request: string; permission: string }) =>
      `Stripe responded to ${request} with status 403. Missing permission: ${permission}. We’ll retry the request.`,
    remedy:
      'Add the permission to the restricted key in the Stripe dashboard under Developers, API keys. The operator command “doctor” checks every required permission.',
  },
  stripeKey: {
    title: 'Stripe rejects STRIPE_SECRET_KEY',
    detail: ({ request }: { request: string }) =>
      `Stripe responded to ${request} with status 401: the key is unknown, revoked, or expired.`,
    remedy: 'Set a current key from the Stripe dashboard under Developers, API keys, and restart the server.',
  },
  eventFailed: {
    title: 'A Stripe event couldn’t be processed',
    detail: ({ event, reason }: { event: string; reason: string }) => `${event}: ${reason}`,
    remedy:
      'Fix the cause, then run the operator command “events replay” with the event’s ID. “events list --dead-lettered” lists all events that are no longer retried. See “Commands” in docs/operations.md.',
  },
  clock: {
    title: 'The server’s clock differs from Stripe’s',
    late: ({ seconds }: { seconds: number }) => `Stripe’s events arrive ${seconds} seconds after their own timestamps.`,
    early: ({ seconds }: { seconds: number }) =>
      `Stripe’s events arrive ${seconds} seconds before their own timestamps.`,
    remedy:
      'Correct the clock of the database’s machine (timedatectl status shows whether it is synchronized). From five minutes on, events are rejected.',
  },
  invariant: {
    violated: ({ description }: { description: string }) => `Invariant violated: ${description}`,
    notChecked: ({ description }: { description: string }) => `Invariant not checked: ${description}`,
    examples: ({ name, count, examples }: { name: string; count: number; examples: string }) =>
      `${name}: ${count}, such as ${examples}`,
    error: ({ name, error }: { name: string; error: string }) => `${name}: ${error}`,
    remedy:
      'The operator command “invariants” shows what is violated now. “Invariants” in docs/operations.md says what usually fixes it.',
  },
} as const;

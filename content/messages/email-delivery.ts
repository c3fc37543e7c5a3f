/** Why an email wasn’t delivered, for its sender. */
export const emailDeliveryMessages = {
  bounced: 'Emails to this address bounce: the address doesn’t exist or can’t receive email.',
  complaint: 'The recipient reported our emails as spam.',
  temporaryError: 'The address can’t receive emails right now.',
  serverResponse: ({ response }: { response: string }) => `The mail server responded: ${response}`,
  serverUnreachable: ({ code }: { code: string }) => `We couldn’t reach the mail server (${code})`,
  notSent: 'The email couldn’t be sent',
} as const;

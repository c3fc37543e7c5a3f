type OrderText = { order: string };
type AmountText = { order: string; amount: string };
type AccessText = { order: string; name: string };

/** Sentences that chat channels get for an event. `order` is a product’s name with its order number. */
export const webhookSentences = {
  order: ({ product, number }: { product: string; number: number }) => `${product} (order No. ${number})`,
  pending: ({ order, amount }: AmountText) =>
    `A payment of ${amount} for ${order} is pending. This can take a few days.`,
  paid: ({ order, amount }: AmountText) => `Sold ${order} for ${amount}.`,
  paymentFailed: ({ order }: OrderText) => `The payment for ${order} failed.`,
  subscriptionStarted: ({ order }: OrderText) => `A subscription to ${order} started.`,
  trialStarted: ({ order }: OrderText) => `A free trial of ${order} started.`,
  planStarted: ({ order }: OrderText) => `A payment plan for ${order} started.`,
  installmentPaid: ({ order, amount }: AmountText) => `The next payment of ${amount} for ${order} was made.`,
  installmentFailed: ({ order, amount }: AmountText) => `The next payment of ${amount} for ${order} failed.`,
  installmentRecovered: ({ order, amount }: AmountText) =>
    `A failed payment of ${amount} for ${order} has now been made.`,
  planCompleted: ({ order }: OrderText) => `All payments for ${order} have been made.`,
  planEnded: ({ order }: OrderText) => `The payment plan for ${order} ended before its last payment.`,
  renewed: ({ order, amount }: AmountText) => `${order} was renewed for ${amount}.`,
  renewalFailed: ({ order, amount }: AmountText) => `A renewal of ${order} for ${amount} failed.`,
  renewalRecovered: ({ order, amount }: AmountText) => `A failed renewal of ${order} for ${amount} has now been paid.`,
  refundStarted: ({ order, amount }: AmountText) => `A refund of ${amount} for ${order} has started.`,
  refunded: ({ order, amount }: AmountText) => `${amount} for ${order} was refunded.`,
  refundFailed: ({ order, amount }: AmountText) =>
    `A refund of ${amount} for ${order} failed. The money was returned to you.`,
  disputed: ({ order, amount }: AmountText) => `The buyer disputed ${amount} for ${order} with their bank.`,
  disputedUntil: ({ order, amount, until }: AmountText & { until: string }) =>
    `The buyer disputed ${amount} for ${order} with their bank. Respond by ${until}.`,
  disputeAnswered: ({ order, amount }: AmountText) =>
    `The bank has your response to the dispute over ${amount} for ${order}.`,
  disputeWon: ({ order, amount }: AmountText) => `You won the dispute over ${amount} for ${order}.`,
  disputeLost: ({ order, amount }: AmountText) => `You lost the dispute over ${amount} for ${order}.`,
  cancellationSet: ({ order }: OrderText) => `The subscription to ${order} will end.`,
  cancellationSetAt: ({ order, until }: OrderText & { until: string }) =>
    `The subscription to ${order} will end on ${until}.`,
  cancellationUndone: ({ order }: OrderText) => `The subscription to ${order} was resumed.`,
  subscriptionEnded: ({ order }: OrderText) => `The subscription to ${order} has ended.`,
  accessGranted: ({ name, order }: AccessText) => `Delivered ${name} with ${order}.`,
  accessPaused: ({ name, order }: AccessText) => `Access to ${name}, sold with ${order}, is paused.`,
  accessResumed: ({ name, order }: AccessText) => `Access to ${name}, sold with ${order}, is active again.`,
  accessEnded: ({ name, order }: AccessText) => `Access to ${name}, sold with ${order}, has ended.`,
  licenseReplaced: ({ name, order }: AccessText) => `A license key for ${name}, sold with ${order}, was replaced.`,
  licenseActivated: ({ product }: { product: string }) => `A license key for ${product} was activated on a device.`,
  licenseDeactivated: ({ product }: { product: string }) => `A license key for ${product} was deactivated on a device.`,
  pagePublished: ({ page, version }: { page: string; version: number }) =>
    `The page ${page} was published (version ${version}).`,
  pageUnpublished: ({ page }: { page: string }) => `The page ${page} was unpublished.`,
  pagePaused: ({ page }: { page: string }) => `Payments on the page ${page} are paused.`,
  pageResumed: ({ page }: { page: string }) => `Payments on the page ${page} were resumed.`,
  pageDeleted: ({ page }: { page: string }) => `The page ${page} was deleted.`,
  domainFailing: ({ domain }: { domain: string }) => `The DNS records of ${domain} are wrong.`,
  unnamedProduct: 'a product',
  test: 'This is a test. Your events will appear here.',
} as const;

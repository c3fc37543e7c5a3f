import { plural } from './plural.ts';

/** Emails to buyers: receipts, renewals, refunds and the link to their purchases. */
export const buyerEmailMessages = {
  fallbackProduct: 'Your order',
  seePurchases: 'See your purchases',
  orderNumber: ({ number }: { number: number | string }) => `No. ${number}`,

  receipt: {
    subject: ({ seller, amount, number }: { seller: string; amount: string; number: number | string }) =>
      `Your receipt from ${seller}: ${amount} (No. ${number})`,
    subjectRenewal: ({ seller, amount, number }: { seller: string; amount: string; number: number | string }) =>
      `Renewal receipt from ${seller}: ${amount} (No. ${number})`,
    title: 'Thank you for your purchase',
    titleTrial: 'Your free trial has started',
    titleRenewal: 'Your subscription was renewed',
    preview: ({ amount, product }: { amount: string; product: string }) => `${amount} for ${product}.`,
    intro: ({ product }: { product: string }) => `You bought “${product}”. Here’s your receipt.`,
    introTrial: ({ product }: { product: string }) =>
      `Your free trial of “${product}” has started. Here’s your receipt.`,
    introRenewal: ({ product }: { product: string }) =>
      `Your subscription to “${product}” was renewed. Here’s your receipt.`,
    titleInstallment: 'We received your payment',
    introInstallment: ({ product }: { product: string }) =>
      `We received the next payment for “${product}”. Here’s your receipt.`,
    installment: ({ number, count }: { number: number; count: number }) => `This was payment ${number} of ${count}.`,
    lastInstallment: ({ number, count }: { number: number; count: number }) =>
      `This was your last payment, ${number} of ${count}.`,
    coupon: ({ code }: { code: string }) => `Coupon ${code}`,
    discount: 'Discount',
    total: 'Total paid',
    sellerMessage: ({ seller }: { seller: string }) => `A message from ${seller}:`,
    answers: 'Your answers',
    renewal: {
      weekly: 'Your subscription renews every week until you cancel it. You can cancel at any time.',
      monthly: 'Your subscription renews every month until you cancel it. You can cancel at any time.',
      yearly: 'Your subscription renews every year until you cancel it. You can cancel at any time.',
    },
    priceAfterDiscount: ({ amount, day }: { amount: string; day: string }) => `From ${day}, each payment is ${amount}.`,
    paymentTerms: ({ terms }: { terms: string }) => `Payment terms when you ordered: ${terms}`,
    trialEnds: ({ day }: { day: string }) => `Your free trial ends on ${day}. You can cancel at any time before then.`,
    agreedTo: 'When you bought it, you agreed to:',
    terms: 'Terms',
    privacy: 'Privacy policy',
  },

  delivery: {
    subject: ({ seller, number }: { seller: string; number: number | string }) =>
      `What you bought from ${seller} (No. ${number})`,
    title: 'Here’s what you bought',
    preview: ({ product }: { product: string }) => `Open “${product}” with the link in this email.`,
    intro: ({ product }: { product: string }) => `Here’s the link to “${product}” again.`,
    kinds: { file: 'File', keys: 'License key', link: 'Link', text: 'Text' },
    /** What a product of a bundle delivers. */
    ofProduct: ({ product, name }: { product: string; name: string }) => `${product}: ${name}`,
    keys: ({ name, count }: { name: string; count: number }) =>
      plural(count, { one: `Your license key for “${name}”:`, other: `Your license keys for “${name}”:` }),
    moreKeys: ({ count }: { count: number }) => `Open the link below to see ${count} more.`,
    open: 'Open what you bought',
    openFiles: 'Open your files',
    note: ({ days }: { days: number }) =>
      `Don’t share this link: it opens what you bought. After ${days} days, we’ll ask you to confirm your email address.`,
  },

  orderPending: {
    subject: ({ seller, number }: { seller: string; number: number | string }) =>
      `Your order from ${seller} (No. ${number})`,
    title: 'We received your order',
    preview: 'Your payment hasn’t arrived yet.',
    delivers: 'We’ll email you what you bought as soon as your payment arrives.',
    intro: ({ product }: { product: string }) => `You ordered “${product}”. Your payment hasn’t arrived yet.`,
    total: 'Total',
    order: 'Order',
    method: 'Payment method',
  },

  notArrived: {
    subject: ({ product }: { product: string }) => `Your payment for “${product}” didn’t arrive`,
    title: 'Your payment didn’t arrive',
    preview: 'You weren’t charged, and the order was canceled.',
    text: ({ product }: { product: string }) =>
      `Your payment for “${product}” failed or wasn’t made in time. You weren’t charged, and the order was canceled.`,
    due: 'Not paid',
    order: 'Order',
    back: 'Order again',
  },

  renewalFailed: {
    subject: ({ product }: { product: string }) => `Your payment for “${product}” failed`,
    title: 'Your payment failed',
    subscription: {
      preview: ({ amount }: { amount: string }) => `${amount} is due for your subscription.`,
      text: ({ product }: { product: string }) =>
        `We couldn’t renew your subscription to “${product}” because your bank declined the payment.`,
      manage: 'Manage your subscription',
    },
    paymentPlan: {
      preview: ({ amount }: { amount: string }) => `${amount} is due for your payment plan.`,
      text: ({ product }: { product: string }) => `Your bank declined the next payment for “${product}”.`,
      manage: 'See your payment plan',
    },
    due: 'Due now',
    nextTry: ({ at }: { at: string }) =>
      `We’ll try again automatically on ${at}. You can also pay now. If your card has expired or was replaced, use a different one.`,
    noNextTry: 'We won’t try again automatically. If your card has expired or was replaced, use a different one.',
    pay: 'Pay now',
  },

  refund: {
    subject: ({ amount, seller }: { amount: string; seller: string }) => `${seller} refunded ${amount}`,
    title: 'Your refund is on its way',
    previewFull: 'Your payment was refunded in full.',
    previewPart: 'Part of your payment was refunded.',
    textFull: ({ seller }: { seller: string }) => `${seller} refunded your payment in full.`,
    textPart: ({ seller }: { seller: string }) => `${seller} refunded part of your payment.`,
    refunded: 'Refunded',
    receipt: 'Receipt',
    product: 'Product',
    accessEnded: ({ names }: { names: string }) => `You no longer have access to: ${names}`,
    timing:
      'The money goes back to the card or account you paid with. Banks usually take 5 to 10 business days to show it.',
  },

  accessEnds: {
    subject: ({ day, seller }: { day: string; seller: string }) => `Download your files from ${seller} by ${day}`,
    title: ({ day }: { day: string }) => `Download your files by ${day}`,
    preview: ({ day }: { day: string }) => `Files, links, and license keys are deleted after ${day}.`,
    text: ({ seller, day }: { seller: string; day: string }) =>
      `${seller} has closed their account. Until ${day}, you still have access to what you bought. After that, files, links, and license keys are deleted.`,
    names: ({ names }: { names: string }) => `You have access to: ${names}`,
    open: 'Open your purchases',
  },

  subscriptionEnds: {
    endsOn: 'Ends on',
    resume: 'Changed your mind? You can resume it on your purchases page until then.',
    undone: {
      subject: ({ product }: { product: string }) => `Your subscription to “${product}” continues`,
      title: 'Your subscription continues',
      text: ({ product }: { product: string }) =>
        `Your subscription to “${product}” is no longer set to end. It renews as before.`,
    },
    ended: {
      subject: ({ product }: { product: string }) => `Your subscription to “${product}” has ended`,
      title: 'Your subscription has ended',
      text: ({ product }: { product: string }) =>
        `Your subscription to “${product}” has ended, and you won’t be charged again. You can subscribe again at any time.`,
    },
    planEnded: {
      subject: ({ product }: { product: string }) => `Your payment plan for “${product}” has ended`,
      title: 'Your payment plan has ended',
      text: ({ product }: { product: string }) =>
        `Your payment plan for “${product}” has ended, and you won’t be charged again.`,
    },
    scheduled: {
      subject: ({ product, day }: { product: string; day: string }) =>
        `Your subscription to “${product}” ends on ${day}`,
      title: 'Your subscription will end',
      text: ({ product }: { product: string }) =>
        `Your subscription to “${product}” was canceled, and you won’t be charged again. Until it ends, nothing changes.`,
    },
  },

  freeTrialEnds: {
    subject: ({ product, day }: { product: string; day: string }) => `Your free trial of “${product}” ends on ${day}`,
    title: 'Your free trial ends soon',
    text: ({ product, day }: { product: string; day: string }) =>
      `Your free trial of “${product}” ends on ${day}. Your subscription starts then, and your card is charged.`,
    textWithoutCard: ({ product, day }: { product: string; day: string }) =>
      `Your free trial of “${product}” ends on ${day}. To continue, add a card by then. Otherwise, your subscription ends and you won’t be charged.`,
    due: { weekly: 'Every week from then on', monthly: 'Every month from then on', yearly: 'Every year from then on' },
    endsOn: 'Trial ends on',
    cancel: 'If you don’t want to be charged, cancel on your purchases page before the trial ends.',
    manage: 'Change your card or cancel',
    addCard: 'Add a card or cancel',
  },

  fileUpdated: {
    fallbackFile: 'Your file',
    subject: ({ seller, file }: { seller: string; file: string }) => `${seller} updated “${file}”`,
    title: 'There’s a new version of your file',
    preview: ({ seller }: { seller: string }) => `${seller} uploaded a new version. The download is free.`,
    text: ({ seller, file, product }: { seller: string; file: string; product: string }) =>
      `${seller} uploaded a new version of “${file}”, which you got with “${product}”. You can download it at no extra charge.`,
    download: 'Go to your purchases',
  },

  purchasesLink: {
    subject: 'Your link to your purchases',
    title: 'Your purchases',
    preview: ({ minutes }: { minutes: number }) => `The link works once and expires after ${minutes} minutes.`,
    intro:
      'Use this link to see everything you bought with this email address, view receipts, and manage subscriptions.',
    open: 'View your purchases',
    note: ({ minutes }: { minutes: number }) =>
      `It works once and expires after ${minutes} minutes. Don’t share it: anyone who has it can see your purchases.`,
    notRequested: 'Didn’t request it? Someone probably mistyped their address. You can ignore this email.',
  },
} as const;

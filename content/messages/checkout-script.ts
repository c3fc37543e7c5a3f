/** Texts of the scripts on the checkout page, which are bundled with them. Keep keys and texts short. */
export const checkoutScriptMessages = {
  failed: 'Checkout failed',
  processing: 'Processing...',
  verifying: 'One moment…',
  continue: 'Continue to payment',
  close: 'Close',
  was: 'Was ',
  saved: (amount: string): string => `Coupon applied! You saved ${amount}`,
  notReduced: (code: string): string => `${code} doesn’t apply to this price`,
  couponFailed: 'Coupon not applied',
  coupon: { title: 'Invalid coupon', message: 'This coupon code is not valid' },
  terms: { title: 'Terms required', message: 'Please accept the terms and conditions' },
  email: 'Please check the email address.',
  internal: 'Something went wrong on our side. Please try again.',
  offline: 'Couldn’t connect. Check your connection and try again.',
  notCharged: (message: string): string => `${message} Nothing was charged.`,
};

/** Texts of countdowns and their script. */
export const countdownMessages = {
  units: {
    day: { one: 'day', other: 'days' },
    hour: { one: 'hour', other: 'hours' },
    minute: { one: 'minute', other: 'minutes' },
    second: { one: 'second', other: 'seconds' },
  },
  localTime: (day: string, time: string): string => `${day} at ${time}, your time`,
  changed: 'Time’s up, and this page has changed. Your details are kept.',
  update: 'Show the updated page',
};

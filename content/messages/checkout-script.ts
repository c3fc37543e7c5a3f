/**
 * Texts of the scripts on the checkout page, which contain them. They are exports instead of an object, because a bundler
 * drops their names. Import them as a namespace.
 */
export const checkoutFailed = 'Checkout failed';
export const processing = 'Processing...';
export const verifying = 'One moment…';
export const continueToPayment = 'Continue to payment';
export const close = 'Close';
export const originalPrice = 'Was ';
export const couponSaved = (amount: string): string => `Coupon applied! You saved ${amount}`;
export const couponNotApplicable = (code: string): string => `${code} doesn’t apply to this price`;
export const couponFailed = 'Coupon not applied';
export const invalidCoupon = { title: 'Invalid coupon', message: 'This coupon code is not valid' };
export const termsRequired = { title: 'Terms required', message: 'Please accept the terms and conditions' };
export const emailInvalid = { title: checkoutFailed, message: 'Please check the email address.' };
export const internalError = 'Something went wrong on our side. Please try again.';
export const offline = 'Couldn’t connect. Check your connection and try again.';
export const notCharged = (message: string): string => `${message} You haven’t been charged.`;

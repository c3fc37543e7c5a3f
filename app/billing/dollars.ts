const BILL = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$9.00`: an amount of a bill, from US cents. */
export const billText = (cents: number): string => BILL.format(cents / 100);

/** `$2,412`, or `$2,412.50` where there are cents: sales, from US dollars. */
export const salesText = (dollars: number): string => BILL.format(dollars).replace(/\.00$/, '');

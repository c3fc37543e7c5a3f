const BILL = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US cents of an invoice: `$9.00`. */
export const billText = (cents: number): string => BILL.format(cents / 100);

/** Formats sales in US dollars: `$2,412`, or `$2,412.50` with cents. */
export const salesText = (dollars: number): string => BILL.format(dollars).replace(/\.00$/, '');

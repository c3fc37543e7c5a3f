const USD_FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats US cents of an invoice: `$9.00`. */
export const formatBillAmount = (cents: number): string => USD_FORMAT.format(cents / 100);

/** Formats sales in US dollars: `$2,412`, or `$2,412.50` with cents. */
export const formatSales = (dollars: number): string => USD_FORMAT.format(dollars).replace(/\.00$/, '');

/** Start of the storage key that a browser has for each seller whose Stripe account is complete. */
export const CONNECTED_KEY = 'tillwright-connected-';

/**
 * Inline script that runs before the first paint and sets `data-connected` on <html> if the browser knows such a seller. The
 * placeholder of the builder's banners is higher without it, because the Stripe prompt will follow.
 */
export const CONNECTED_SCRIPT = `try{if(Object.keys(localStorage).some(function(k){return k.startsWith('${CONNECTED_KEY}')}))document.documentElement.dataset.connected=''}catch(e){}`;

import { parseSafeUrl } from './text.ts';

/** The order whose buyer is sent to a URL of the seller. */
export type RedirectedOrder = { orderNumber: string; orderId: string };

/** Replaces `{order_number}` and `{order_id}` in a URL of the seller. */
export const fillRedirectUrl = (url: string, { orderNumber, orderId }: RedirectedOrder): string =>
  url
    .replaceAll('{order_number}', encodeURIComponent(orderNumber))
    .replaceAll('{order_id}', encodeURIComponent(orderId));

/** Returns a normalized https URL; null for any other text. */
export function parseHttpsUrl(text: string): string | null {
  const url = parseSafeUrl(text);
  return url?.startsWith('https://') ? url : null;
}

/** Whether buyers can be sent to this URL. Only its path, query and fragment may contain placeholders, and no others. */
export function isRedirectUrl(text: string): boolean {
  const [origin = ''] = /^https:\/\/[^/?#]*/i.exec(text) ?? [];
  const filledUrl = fillRedirectUrl(text, { orderNumber: '1', orderId: '1' });
  return !/[{}]/.test(origin + filledUrl) && parseHttpsUrl(filledUrl) !== null;
}

import { fetchAsDataUrl } from './data-url.ts';
import { callRpc } from './rpc/call-rpc.ts';

/** Uploads one of the app's stock images as the seller's product image. The same image always gets the same URL. */
export async function uploadStockImage(imageUrl: string): Promise<string> {
  const image = await fetchAsDataUrl(imageUrl);
  const { url } = await callRpc('upload-image', { image, use: 'product' });
  return url;
}

import { callRpc } from './rpc/call-rpc.ts';

async function fetchDataUrl(imageUrl: string): Promise<string> {
  const response = await fetch(imageUrl);
  if (!response.ok) throw new Error(`No picture at ${imageUrl}`);
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('unreadable'));
    reader.onerror = () => reject(new Error('unreadable'));
    reader.readAsDataURL(blob);
  });
}

/** Uploads one of the app's stock images as the seller's product image. The same image always gets the same URL. */
export async function uploadStockImage(imageUrl: string): Promise<string> {
  const image = await fetchDataUrl(imageUrl);
  const { url } = await callRpc('upload-image', { image, use: 'product' });
  return url;
}

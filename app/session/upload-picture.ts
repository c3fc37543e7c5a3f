import { call } from './call.ts';

async function dataUrlOf(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No picture at ${address}`);
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
export async function uploadPicture(address: string): Promise<string> {
  const image = await dataUrlOf(address);
  const { url } = await call('upload-image', { image, use: 'product' });
  return url;
}

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

/** A picture of ours as a product image of the seller's own. The same picture always has the same address there. */
export async function uploadPicture(address: string): Promise<string> {
  const image = await dataUrlOf(address);
  const { url } = await call('upload-image', { image, use: 'product' });
  return url;
}

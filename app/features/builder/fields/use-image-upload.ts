import { useRef, useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { ImageUse } from '#domain/image.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { validateImageFile, getImageErrorToast, type ErrorToast } from './image-file.ts';

export type UploadedImage = RpcContract['upload-image']['response'] & { name: string };

const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('unreadable'));
    reader.onerror = () => reject(new Error('unreadable'));
    reader.readAsDataURL(file);
  });

async function send(file: File, use: ImageUse): Promise<UploadedImage | ErrorToast> {
  const image = await readFile(file).catch(() => null);
  if (image === null) return getImageErrorToast('image_unreadable');
  try {
    return { ...(await callRpc('upload-image', { image, use })), name: file.name };
  } catch (error) {
    return formatErrorToast(error, 'Upload failed');
  }
}

/** Validates and uploads a selected file and passes on its URL. A newer selection discards an older upload. */
export function useImageUpload(use: ImageUse, onUploaded: (url: string) => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorToast | null>(null);
  const [uploaded, setUploaded] = useState<readonly UploadedImage[]>([]);
  const requestId = useRef(0);

  function showError(errorToast: ErrorToast) {
    setError(errorToast);
    toast(errorToast, { destructive: true });
  }

  async function choose(file: File): Promise<void> {
    setError(null);
    requestId.current += 1;
    const currentRequest = requestId.current;
    const fileError = validateImageFile(file, use);
    if (fileError) {
      setBusy(false);
      return showError(fileError);
    }
    setBusy(true);
    const answer = await send(file, use);
    if (currentRequest !== requestId.current) return;
    setBusy(false);
    if ('title' in answer) return showError(answer);
    setUploaded((before) => [...before, answer]);
    onUploaded(answer.url);
  }

  function reset() {
    requestId.current += 1;
    setBusy(false);
    setError(null);
  }

  /** Returns details of an image uploaded in this session, also after undo and redo. */
  const findUploaded = (url: string): UploadedImage | null => uploaded.findLast((image) => image.url === url) ?? null;

  return { busy, error, findUploaded, choose, reset };
}

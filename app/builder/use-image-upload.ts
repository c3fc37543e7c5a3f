import { useRef, useState } from 'react';

import type { Calls } from '#domain/calls.ts';
import type { ImageUse } from '#domain/image.ts';

import { call } from '#app/session/call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import { imageRefusal, refusalOf, type Refusal } from './image-refusal.ts';

export type UploadedImage = Calls['upload-image']['answer'] & { name: string };

const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('unreadable'));
    reader.onerror = () => reject(new Error('unreadable'));
    reader.readAsDataURL(file);
  });

async function send(file: File, use: ImageUse): Promise<UploadedImage | Refusal> {
  const image = await readFile(file).catch(() => null);
  if (image === null) return refusalOf('image_unreadable');
  try {
    return { ...(await call('upload-image', { image, use })), name: file.name };
  } catch (error) {
    return failWords(error, 'Upload failed');
  }
}

/** Validates and uploads a selected file and passes on its URL. A newer selection discards an older upload. */
export function useImageUpload(use: ImageUse, onStored: (url: string) => void) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [stored, setStored] = useState<readonly UploadedImage[]>([]);
  const turn = useRef(0);

  function refuse(words: Refusal) {
    setRefusal(words);
    toast(words, { destructive: true });
  }

  async function choose(file: File): Promise<void> {
    setRefusal(null);
    turn.current += 1;
    const mine = turn.current;
    const refused = imageRefusal(file, use);
    if (refused) {
      setBusy(false);
      return refuse(refused);
    }
    setBusy(true);
    const answer = await send(file, use);
    if (mine !== turn.current) return;
    setBusy(false);
    if ('title' in answer) return refuse(answer);
    setStored((before) => [...before, answer]);
    onStored(answer.url);
  }

  function forget() {
    turn.current += 1;
    setBusy(false);
    setRefusal(null);
  }

  /** Returns details of an image uploaded in this session, also after undo and redo. */
  const storedAt = (url: string): UploadedImage | null =>
    stored.findLast((image) => image.url === url) ?? null;

  return { busy, refusal, storedAt, choose, forget };
}

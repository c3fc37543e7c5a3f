import { useEffect, useRef, useState } from 'react';

import { toast } from './toast.tsx';

const SHOWN_MS = 2000;

/** Copies a text to the clipboard. `copied` is true for two seconds afterwards. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = () => {
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
    toast({ title: 'Copied!' });
  };
  const refuse = () =>
    toast({ title: 'Not copied', message: `Your browser did not allow it: ${text}` }, { destructive: true });
  return { copied, copy: () => void writeToClipboard(text).then(tell, refuse) };
}

/** Falls back to `execCommand`, because browsers have no clipboard API on http origins other than localhost. */
async function writeToClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('Not copied');
}

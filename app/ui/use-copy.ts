import { useEffect, useRef, useState } from 'react';

import { toast } from './toast.tsx';

const COPIED_DURATION_MS = 2000;

/** Copies a text to the clipboard. `copied` is true for two seconds afterwards. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleCopied = () => {
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_DURATION_MS);
    toast({ title: 'Copied!' });
  };
  const handleFailure = () =>
    toast({ title: 'Not copied', message: `Your browser did not allow it: ${text}` }, { destructive: true });
  return { copied, copy: () => void writeToClipboard(text).then(handleCopied, handleFailure) };
}

/** Falls back to `execCommand`, because browsers have no clipboard API on http origins other than localhost. */
async function writeToClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const textarea = document.createElement('textarea');
  textarea.value = text;
  textarea.style.position = 'fixed';
  document.body.append(textarea);
  textarea.select();
  const isCopied = document.execCommand('copy');
  textarea.remove();
  if (!isCopied) throw new Error('Not copied');
}

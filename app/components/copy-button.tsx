import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button, type ButtonVariant } from './button.tsx';
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
    toast({ title: 'Couldn’t copy', message: `Copy it manually: ${text}` }, { destructive: true });
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

type Props = {
  text: string;
  variant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  children?: string;
  /** Takes the focus of the button that showed the text and is gone. */
  takesFocus?: boolean;
};

/** A button that copies `text` and reads "Copied" for two seconds. */
export function CopyButton({ text, variant, size = 'sm', children = 'Copy', takesFocus = false }: Props) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size}
      autoFocus={takesFocus} // oxlint-disable-line jsx-a11y/no-autofocus -- otherwise the focus would be lost
      onClick={copy}
    >
      <Icon className="i" aria-hidden="true" />
      {copied ? 'Copied' : children}
    </Button>
  );
}

/** A URL that is copied by clicking it. CSS may hide the host of a URL with a path where space is short. */
export function CopyUrlButton({ url }: { url: string }) {
  const { copied, copy } = useCopy(url);
  const Icon = copied ? Check : Copy;
  const [, host = '', path = ''] = /^https?:\/\/([^/]+)(?:\/$|(.*)$)/.exec(url) ?? ['', '', url];
  return (
    <button type="button" className="addr" onClick={copy}>
      <span className="vh">{copied ? 'Copied' : 'Copy'} </span>
      <span className="copy-url__text">
        <span className={path ? 'copy-url__host' : undefined}>{host}</span>
        {path}
      </span>
      <Icon className="i" aria-hidden="true" />
    </button>
  );
}

import { Check, Copy } from 'lucide-react';

import { Button, type ButtonVariant } from './key.tsx';
import { useCopy } from './use-copy.ts';

type Props = { text: string; variant?: ButtonVariant; size?: 'sm' | 'md' | 'lg'; children?: string };

/** A button that copies `text` and reads "Copied" for two seconds. */
export function CopyButton({ text, variant, size = 'sm', children = 'Copy' }: Props) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <Button variant={variant} size={size} onClick={copy}>
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
      <span className="addr-text">
        <span className={path ? 'addr-host' : undefined}>{host}</span>
        {path}
      </span>
      <Icon className="i" aria-hidden="true" />
    </button>
  );
}

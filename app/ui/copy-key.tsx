import { Check, Copy } from 'lucide-react';

import { Key, type KeyKind } from './key.tsx';
import { useCopy } from './use-copy.ts';

type Props = { text: string; kind?: KeyKind; size?: 'sm' | 'md' | 'lg'; children?: string };

/** A key that copies; it reads 'Copied' for two seconds. */
export function CopyKey({ text, kind, size = 'sm', children = 'Copy' }: Props) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <Key kind={kind} size={size} onClick={copy}>
      <Icon className="i" aria-hidden="true" />
      {copied ? 'Copied' : children}
    </Key>
  );
}

/**
 * An address in receipt type that is copied by pressing it. Where there is little room a style may leave out the host
 * of one that has a path.
 */
export function CopyAddress({ url }: { url: string }) {
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

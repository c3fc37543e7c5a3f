import { Check, Copy } from 'lucide-react';

import { keyClass } from '#app/ui/key.tsx';
import { useCopy } from '#app/ui/use-copy.ts';

type Props = {
  text: string;
  /** Accessible name of the copied text, such as 'the value of the TXT record'. */
  what: string;
};

/** Monospace text with a copy button. */
export function CopyText({ text, what }: Props) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <div className="dom-copy">
      <code>{text}</code>
      <button
        type="button"
        className={keyClass('bare', 'sm', 'icon')}
        aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
        title="Copy"
        onClick={copy}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

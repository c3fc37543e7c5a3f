import { Check, Copy } from 'lucide-react';

import { buttonVariants } from '#app/components/button.tsx';
import { useCopy } from '#app/components/copy-button.tsx';

type Props = {
  text: string;
  /** Accessible name of the copied text, such as 'the value of the TXT record'. */
  label: string;
};

/** Monospace text with a copy button. */
export function CopyableText({ text, label }: Props) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <div className="dom-copy">
      <code>{text}</code>
      <button
        type="button"
        className={buttonVariants('bare', 'sm', 'icon')}
        aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
        title="Copy"
        onClick={copy}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

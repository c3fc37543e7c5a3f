import { useId, type ReactNode } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';

type Props = {
  label: string;
  secret: string;
  /** Called when the reader copies the selected text. */
  onCopy?: () => void;
  /** The button that copies it. */
  button?: ReactNode;
};

/** A secret to copy, with its label. */
export function SecretBox({ label, secret, onCopy, button = <CopyButton text={secret} /> }: Props) {
  const labelId = useId();
  return (
    <div className="secret-box">
      <p className="small secret-box__label" id={labelId}>
        {label}
      </p>
      <div className="copy" onCopy={onCopy}>
        <span aria-labelledby={labelId}>{secret}</span>
        {button}
      </div>
    </div>
  );
}

import { useRef, type ComponentProps } from 'react';

import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'onSelect'> & {
  /** Accessible name of the file input. */
  inputLabel: string;
  accept: string;
  onSelect: (file: File) => void;
};

/** A button that asks for a file. The same file can be selected again. */
export function FileButton({ inputLabel, accept, onSelect, ...buttonProps }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        accept={accept}
        aria-label={inputLabel}
        tabIndex={-1}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onSelect(file);
          currentTarget.value = '';
        }}
      />
      <Button {...buttonProps} onClick={() => inputRef.current?.click()} />
    </>
  );
}

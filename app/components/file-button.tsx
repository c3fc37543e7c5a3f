import { useRef, type ComponentProps } from 'react';

import { Button } from './button.tsx';

type FileInputOptions = {
  /** Accessible name of the file input. */
  label: string;
  accept: string;
  onSelect: (file: File) => void;
};

/** A hidden file input, and the function that asks for a file. The same file can be selected again. */
export function useFileInput({ label, accept, onSelect }: FileInputOptions) {
  const inputRef = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={inputRef}
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      hidden
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) onSelect(file);
        currentTarget.value = '';
      }}
    />
  );
  return [input, () => inputRef.current?.click()] as const;
}

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'onSelect'> &
  Omit<FileInputOptions, 'label'> & { inputLabel: FileInputOptions['label'] };

/** A button that asks for a file. */
export function FileButton({ inputLabel, accept, onSelect, ...buttonProps }: Props) {
  const [input, open] = useFileInput({ label: inputLabel, accept, onSelect });
  return (
    <>
      {input}
      <Button {...buttonProps} onClick={open} />
    </>
  );
}

import { useRef, type ComponentProps } from 'react';

import { Button } from './button.tsx';

type FileInputOptions = {
  /** Accessible name of the file input. */
  label: string;
  /** Selectable types of files; omitted: all. */
  accept?: string;
  /** Whether several files can be selected at once. `onSelect` is called for each. */
  multiple?: boolean;
  onSelect: (file: File) => void;
};

/** A hidden file input, and the function that asks for a file. The same file can be selected again. */
export function useFileInput({ label, accept, multiple, onSelect }: FileInputOptions) {
  const inputRef = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={inputRef}
      type="file"
      accept={accept}
      multiple={multiple}
      aria-label={label}
      tabIndex={-1}
      hidden
      onChange={({ currentTarget }) => {
        for (const file of currentTarget.files ?? []) onSelect(file);
        currentTarget.value = '';
      }}
    />
  );
  return [input, () => inputRef.current?.click()] as const;
}

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'onSelect'> &
  Omit<FileInputOptions, 'label'> & { inputLabel: FileInputOptions['label'] };

/** A button that asks for a file. */
export function FileButton({ inputLabel, accept, multiple, onSelect, ...buttonProps }: Props) {
  const options = { ...(accept && { accept }), ...(multiple && { multiple }) };
  const [input, open] = useFileInput({ label: inputLabel, onSelect, ...options });
  return (
    <>
      {input}
      <Button {...buttonProps} onClick={open} />
    </>
  );
}

import { useRef, useState, type KeyboardEvent } from 'react';

const MAX_NAME_LENGTH = 120;

type PageNameFieldProps = { name: string; onRename: (name: string) => void };

/** Page name in the top bar. Enter and blur save the name, Escape reverts it. */
export function PageNameField({ name, onRename }: PageNameFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isCanceled = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    isCanceled.current = event.key === 'Escape';
    event.currentTarget.blur();
  };
  const commit = () => {
    if (draft !== null && !isCanceled.current) onRename(draft);
    isCanceled.current = false;
    setDraft(null);
  };
  const displayedName = draft ?? name;
  return (
    <>
      <h1 className="vh">Edit {name || 'a new page'}</h1>
      <span className="b-name-box" data-text={displayedName || 'New page'}>
        <input
          className="b-name-in"
          aria-label="Page name"
          dir="auto"
          size={1}
          maxLength={MAX_NAME_LENGTH}
          placeholder="New page"
          autoComplete="off"
          value={displayedName}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={commit}
        />
      </span>
    </>
  );
}

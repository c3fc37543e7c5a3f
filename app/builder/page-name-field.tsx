import { useRef, useState, type KeyboardEvent } from 'react';

const MOST = 120;

type Props = { name: string; onRename: (name: string) => void };

/** Page name in the top bar. Enter and blur save the name, Escape reverts it. */
export function PageNameField({ name, onRename }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const dropped = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    dropped.current = event.key === 'Escape';
    event.currentTarget.blur();
  };
  const keep = () => {
    if (typed !== null && !dropped.current) onRename(typed);
    dropped.current = false;
    setTyped(null);
  };
  const shown = typed ?? name;
  return (
    <>
      <h1 className="vh">Edit {name || 'a new page'}</h1>
      <span className="b-name-box" data-text={shown || 'New page'}>
        <input
          className="b-name-in"
          aria-label="Page name"
          dir="auto"
          size={1}
          maxLength={MOST}
          placeholder="New page"
          autoComplete="off"
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={keep}
        />
      </span>
    </>
  );
}

import { useRef, useState, type KeyboardEvent, useEffect, useEffectEvent } from 'react';

import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { builderMessages } from '#content/messages/builder.ts';

const messages = builderMessages.pageName;

/** The seller's name of the page; defaults to the product name. The name of a new page is sent once the page has an id. */
export function usePageName(pageId: string | null, initialName: string | null, productName: string) {
  const [name, setName] = useState(initialName);

  const storedName = useRef(initialName);
  const send = (targetId: string, newName: string | null): void => {
    callRpc('rename-page', { pageId: targetId, name: newName ?? '' }).then(
      () => {
        storedName.current = newName;
      },
      (error: unknown) => {
        showErrorToast(error, messages.renameError);
        // A later name is kept.
        setName((current) => (current === newName ? storedName.current : current));
      },
    );
  };
  const onSaved = useEffectEvent((targetId: string) => name !== initialName && send(targetId, name));
  useEffect(() => {
    if (pageId !== null) onSaved(pageId);
  }, [pageId]);

  const product = productName.trim();
  const rename = (input: string) => {
    const text = input.trim();
    const newName = text === '' || text === product ? null : text;
    if (newName === name) return;
    setName(newName);
    if (pageId !== null) send(pageId, newName);
  };
  return { name: name ?? product, rename };
}

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
      <h1 className="vh">{name ? messages.heading({ name }) : messages.newPageHeading}</h1>
      <span className="page-name-field" data-text={displayedName || messages.placeholder}>
        <input
          className="page-name-field__input"
          aria-label={messages.label}
          dir="auto"
          size={1}
          maxLength={MAX_NAME_LENGTH}
          placeholder={messages.placeholder}
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

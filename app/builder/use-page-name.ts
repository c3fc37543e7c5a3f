import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';

/** The seller's name of the page; defaults to the product name. The name of a new page is sent once the page has an id. */
export function usePageName(pageId: string | null, initialName: string | null, productName: string) {
  const [name, setName] = useState(initialName);
  const failToast = useErrorToast();

  const storedName = useRef(initialName);
  const send = (targetId: string, newName: string | null): void => {
    callRpc('rename-page', { pageId: targetId, name: newName ?? '' }).then(
      () => {
        storedName.current = newName;
      },
      (error: unknown) => {
        failToast(error, 'Renaming failed');
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

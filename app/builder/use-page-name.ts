import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';

/** The seller's name of the page; defaults to the product name. The name of a new page is sent once the page has an id. */
export function usePageName(pageId: string | null, opened: string | null, productName: string) {
  const [name, setName] = useState(opened);
  const failToast = useFailToast();

  const stored = useRef(opened);
  const send = (to: string, wanted: string | null): void => {
    call('rename-page', { pageId: to, name: wanted ?? '' }).then(
      () => {
        stored.current = wanted;
      },
      (error: unknown) => {
        failToast(error, 'Renaming failed');
        // A later name is kept.
        setName((current) => (current === wanted ? stored.current : current));
      },
    );
  };
  const onSaved = useEffectEvent((to: string) => name !== opened && send(to, name));
  useEffect(() => {
    if (pageId !== null) onSaved(pageId);
  }, [pageId]);

  const product = productName.trim();
  const rename = (typed: string) => {
    const text = typed.trim();
    const wanted = text === '' || text === product ? null : text;
    if (wanted === name) return;
    setName(wanted);
    if (pageId !== null) send(pageId, wanted);
  };
  return { name: name ?? product, rename };
}

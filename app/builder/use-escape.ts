import { useEffect, useRef, type RefObject } from 'react';

/** Calls `onEscape` when Escape is pressed inside the container. */
export function useEscape(form: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  const act = useRef(onEscape);
  useEffect(() => void (act.current = onEscape));
  useEffect(() => {
    const element = form.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) act.current?.();
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [form]);
}

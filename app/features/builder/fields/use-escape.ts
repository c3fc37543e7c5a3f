import { useEffect, useRef, type RefObject } from 'react';

/** Calls `onEscape` when Escape is pressed inside the container. */
export function useEscape(containerRef: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  const onEscapeRef = useRef(onEscape);
  useEffect(() => void (onEscapeRef.current = onEscape));
  useEffect(() => {
    const element = containerRef.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onEscapeRef.current?.();
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [containerRef]);
}

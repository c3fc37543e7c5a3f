import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns whether dragged or pasted data contains a file. */
const hasFile = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Returns the first image among pasted files; otherwise the first file, so that it is rejected with a message. */
export function pastedFile(files: Iterable<File>): File | null {
  const all = [...files];
  return all.find(({ type }) => type.startsWith('image/')) ?? all[0] ?? null;
}

const isShown = (element: Element | null): boolean => element !== null && element.getClientRects().length > 0;

/** Returns whether text is pasted into a text field; an additional image in the clipboard is ignored then. */
const isForText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea') &&
  (clipboardData?.types.includes('text/plain') ?? false);

/**
 * Accepts files that are dropped on the field or pasted while its tab is open. A file dropped elsewhere does not make
 * the browser navigate to it.
 */
export function useImageDrop(field: RefObject<HTMLElement | null>, onFile: (file: File) => void) {
  const [dragged, setDragged] = useState<'no' | 'near' | 'over'>('no');
  const take = useRef(onFile);
  useEffect(() => void (take.current = onFile));
  useEffect(() => {
    const watching = new AbortController();
    const { signal } = watching;
    const isOver = ({ target }: DragEvent) =>
      target instanceof Node && field.current?.contains(target) === true;
    const over = (event: DragEvent) => {
      // Another field has accepted the drag.
      if (!event.dataTransfer || !hasFile(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none';
      if (isShown(field.current)) setDragged(isOver(event) ? 'over' : 'near');
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragged('no');
    };
    const drop = (event: DragEvent) => {
      setDragged('no');
      if (!hasFile(event.dataTransfer)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file && isOver(event)) take.current(file);
    };
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !isShown(field.current) || isForText(event)) return;
      const file = pastedFile(event.clipboardData?.files ?? []);
      if (!file) return;
      event.preventDefault();
      take.current(file);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => watching.abort();
  }, [field]);
  return dragged;
}

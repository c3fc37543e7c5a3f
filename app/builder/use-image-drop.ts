import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether something that is dragged or pasted has a file in it. */
const hasFile = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** The first picture of what was pasted, else its first file, so that a wrong one is told of. */
export function pastedFile(files: Iterable<File>): File | null {
  const all = [...files];
  return all.find(({ type }) => type.startsWith('image/')) ?? all[0] ?? null;
}

const isShown = (element: Element | null): boolean => element !== null && element.getClientRects().length > 0;

/** Text that is pasted into a field of text stays text, also when the clipboard has a picture of it besides. */
const isForText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea') &&
  (clipboardData?.types.includes('text/plain') ?? false);

/**
 * Files that are dropped on a field, or pasted while its tab is open. A file that misses the field is not opened
 * by the browser in place of the page.
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
      // Somebody else's to take.
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

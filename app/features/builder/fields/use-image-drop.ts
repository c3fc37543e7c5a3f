import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns whether dragged or pasted data contains a file. */
const hasFile = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Returns the first image among pasted files; otherwise the first file, so that it is rejected with a message. */
export function findPastedFile(files: Iterable<File>): File | null {
  const fileList = [...files];
  return fileList.find(({ type }) => type.startsWith('image/')) ?? fileList[0] ?? null;
}

const isShown = (element: Element | null): boolean => element !== null && element.getClientRects().length > 0;

/** Returns whether text is pasted into a text field; an additional image in the clipboard is ignored then. */
const isTextPaste = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea') &&
  (clipboardData?.types.includes('text/plain') ?? false);

/**
 * Accepts files that are dropped on the field or pasted while its tab is open. A file dropped elsewhere does not make
 * the browser navigate to it.
 */
export function useImageDrop(field: RefObject<HTMLElement | null>, onFile: (file: File) => void) {
  const [dragState, setDragState] = useState<'no' | 'near' | 'over'>('no');
  const onFileRef = useRef(onFile);
  useEffect(() => void (onFileRef.current = onFile));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const isOver = ({ target }: DragEvent) => target instanceof Node && field.current?.contains(target) === true;
    const handleDragOver = (event: DragEvent) => {
      // Another field has accepted the drag.
      if (!event.dataTransfer || !hasFile(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none';
      if (isShown(field.current)) setDragState(isOver(event) ? 'over' : 'near');
    };
    const handleDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragState('no');
    };
    const handleDrop = (event: DragEvent) => {
      setDragState('no');
      if (!hasFile(event.dataTransfer)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file && isOver(event)) onFileRef.current(file);
    };
    const handlePaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !isShown(field.current) || isTextPaste(event)) return;
      const file = findPastedFile(event.clipboardData?.files ?? []);
      if (!file) return;
      event.preventDefault();
      onFileRef.current(file);
    };
    document.addEventListener('dragover', handleDragOver, { signal });
    document.addEventListener('dragleave', handleDragLeave, { signal });
    document.addEventListener('drop', handleDrop, { signal });
    document.addEventListener('paste', handlePaste, { signal });
    return () => controller.abort();
  }, [field]);
  return dragState;
}

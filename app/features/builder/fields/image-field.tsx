import { useMutation } from '@tanstack/react-query';
import { ImageUp, LoaderCircle } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { FieldError } from '#app/components/field.tsx';
import { useFileInput } from '#app/components/file-button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { toast } from '#app/components/toast.tsx';
import { formatErrorToast } from '#app/lib/error-message.ts';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { type ImageUse, LOGO_TYPES, PRODUCT_IMAGE_TYPES } from '#domain/image.ts';

import { lazyForm } from '../sections/lazy-form.ts';
import { useBuilder } from '../state/builder-context.ts';
import { FieldHelp, getFieldId } from './builder-field.tsx';
import type { UploadedImage } from './upload-image.ts';

const messages = builderFieldMessages.image;

/** Formats a file size: `41 kB`, `1.3 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Media types that each use accepts. */
export const ACCEPTED_TYPES: Record<ImageUse, readonly string[]> = {
  product: PRODUCT_IMAGE_TYPES,
  logo: LOGO_TYPES,
  extra: PRODUCT_IMAGE_TYPES,
};

/** Uploads a selected file and passes on its URL. A newer selection discards an older upload. */
function useImageUpload(use: ImageUse, onUploaded: (url: string) => void) {
  const [uploaded, setUploaded] = useState<readonly UploadedImage[]>([]);
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: (file: File) =>
      lazyForm.load().then(
        ({ uploadImage }) => uploadImage(file, use),
        (error: unknown) => formatErrorToast(error, messages.uploadFailed),
      ),
  });
  const choose = (file: File) =>
    mutate(file, {
      onSuccess: (answer) => {
        if ('title' in answer) return toast(answer, { destructive: true });
        setUploaded((before) => [...before, answer]);
        onUploaded(answer.url);
      },
    });
  const error = data && 'title' in data ? data : null;

  /** Returns details of an image uploaded in this session, also after undo and redo. */
  const findUploaded = (url: string): UploadedImage | null => uploaded.findLast((image) => image.url === url) ?? null;

  return { busy: isPending, error, findUploaded, choose, reset };
}

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
function useImageDrop(field: RefObject<HTMLElement | null>, onFile: (file: File) => void) {
  const [dragState, setDragState] = useState<'no' | 'near' | 'over'>('no');
  const acceptFile = useEffectEvent(onFile);
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
      if (file && isOver(event)) acceptFile(file);
    };
    const handlePaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !isShown(field.current) || isTextPaste(event)) return;
      const file = findPastedFile(event.clipboardData?.files ?? []);
      if (!file) return;
      event.preventDefault();
      acceptFile(file);
    };
    document.addEventListener('dragover', handleDragOver, { signal });
    document.addEventListener('dragleave', handleDragLeave, { signal });
    document.addEventListener('drop', handleDrop, { signal });
    document.addEventListener('paste', handlePaste, { signal });
    return () => controller.abort();
  }, [field]);
  return dragState;
}

type ImageInfo = { width: number; height: number; bytes: number };

/** Reads size and bytes of an image that was not uploaded in this session; bytes are 0 if the browser hides them. */
function readImageInfo(picture: HTMLImageElement): ImageInfo {
  const [entry] = performance.getEntriesByName(picture.currentSrc || picture.src, 'resource');
  const bytes = entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0;
  return { width: picture.naturalWidth, height: picture.naturalHeight, bytes };
}

type ImageCardProps = {
  url: string;
  use: ImageUse;
  busy: boolean;
  image: UploadedImage | null;
  children: ReactNode;
};

/** An image with its dimensions and the file size that buyers download. */
function ImageCard({ url, use, busy, image, children }: ImageCardProps) {
  const [loaded, setLoaded] = useState<(ImageInfo & { url: string }) | null>(null);
  const info = image ?? (loaded?.url === url ? loaded : null);
  return (
    <div className="image-card">
      <div className="image-card__image" data-use={use} aria-busy={busy}>
        <img src={url} alt="" onLoad={({ currentTarget }) => setLoaded({ ...readImageInfo(currentTarget), url })} />
      </div>
      <div className="small image-card__info">
        <b className="text-strong truncate" role="status">
          {busy ? messages.uploading : (image?.name ?? messages.current)}
        </b>
        {info && !busy && (
          <span className="muted num">
            {info.bytes > 0
              ? messages.sizeWithDownload({ ...info, fileSize: formatFileSize(info.bytes) })
              : messages.size(info)}
          </span>
        )}
        <div className="b-acts">{children}</div>
      </div>
    </div>
  );
}

type ImageInputProps = {
  /** Path of the field in the config. */
  field: string;
  url: string | null;
  onChange: (url: string | null) => void;
  use: ImageUse;
  label: string;
  acceptedText: string;
  hint?: string;
};
type ImageFieldProps = Omit<ImageInputProps, 'field' | 'url' | 'onChange'> & { field: 'productImage' | 'logo' };

/** Moves the focus to the element with the id when the focused button disappears after `dependency` changes. */
function useRestoreFocus(id: string, dependency: unknown): () => void {
  const expectedRef = useRef(false);
  useEffect(() => {
    if (expectedRef.current && document.activeElement === document.body) document.getElementById(id)?.focus();
    expectedRef.current = false;
  }, [id, dependency]);
  return () => {
    expectedRef.current = true;
  };
}

export function ImageField({ field, ...props }: ImageFieldProps) {
  const { config, set } = useBuilder();
  return <ImageInput {...props} field={field} url={config[field]} onChange={(url) => set(field, url)} />;
}

/** An image that can be chosen, dropped or pasted. */
export function ImageInput({ field, url, onChange, use, label, acceptedText, hint }: ImageInputProps) {
  const expectFocus = useRestoreFocus(getFieldId(field), url);
  const change = (to: string | null) => {
    expectFocus();
    onChange(to);
  };
  const { choose, busy, error, findUploaded, reset } = useImageUpload(use, change);
  const fieldRef = useRef<HTMLDivElement>(null);
  const dragState = useImageDrop(fieldRef, choose);
  const errorId = `${getFieldId(field)}-refused`;
  const describedBy = error ? errorId : undefined;
  const [fileInput, open] = useFileInput({ label, accept: ACCEPTED_TYPES[use].join(','), onSelect: choose });
  const remove = () => {
    reset();
    change(null);
  };

  return (
    <div className="field image-field" ref={fieldRef} data-drag={dragState} role="group" aria-label={label}>
      <span className="lab">{label}</span>
      {fileInput}
      {url ? (
        <ImageCard {...{ url, use }} busy={busy} image={findUploaded(url)}>
          <Button
            size="sm"
            id={getFieldId(field)}
            busyLabel={busy && messages.uploading}
            aria-describedby={describedBy}
            aria-label={busy ? undefined : messages.replaceLabel({ label })}
            onClick={open}
          >
            {messages.replace}
          </Button>
          <Button size="sm" variant="bare" onClick={remove} aria-label={messages.removeLabel({ label })}>
            {messages.remove}
          </Button>
        </ImageCard>
      ) : (
        <DropZone {...{ field, acceptedText, open, describedBy }} busy={busy} />
      )}
      {error && <FieldError id={errorId}>{error.message}</FieldError>}
      <FieldHelp field={field} hint={hint} />
    </div>
  );
}

type DropZoneProps = {
  field: string;
  acceptedText: string;
  busy: boolean;
  describedBy: string | undefined;
  open: () => void;
};

const DropZone = ({ field, acceptedText, busy, describedBy, open }: DropZoneProps) => (
  <div className="drop drop-zone__content" aria-busy={busy}>
    {busy ? <LoaderCircle className="i icon-spin" aria-hidden="true" /> : <ImageUp className="i" aria-hidden="true" />}
    <span role="status">{busy ? messages.uploading : ''}</span>
    {!busy && (
      <span>
        <RichText
          text={messages.dropZone}
          tags={{
            button: (text) => (
              <button
                type="button"
                className="label-button drop-zone__button"
                id={getFieldId(field)}
                aria-describedby={describedBy}
                onClick={open}
              >
                {text}
              </button>
            ),
          }}
        />
      </span>
    )}
    <span className="faint">{acceptedText}</span>
  </div>
);

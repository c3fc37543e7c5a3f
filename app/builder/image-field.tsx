import { ImageUp, LoaderCircle } from 'lucide-react';
import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';

import type { ImageUse } from '#domain/image.ts';

import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, idOf } from './builder-field.tsx';
import { acceptedTypes } from './image-refusal.ts';
import { useImageUpload, type UploadedImage } from './use-image-upload.ts';

type Props = {
  field: 'productImage' | 'logo';
  use: ImageUse;
  label: string;
  /** What may be chosen, in words. */
  accepted: string;
  hint?: string;
};

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} kB`;

function ImageFacts({ image }: { image: UploadedImage | null }) {
  if (!image) return <b className="b-strong">On the page</b>;
  return (
    <>
      <b className="b-strong b-cut">{image.name}</b>
      <span className="muted num">
        {image.width} × {image.height}. Buyers get {kilobytes(image.bytes)}.
      </span>
    </>
  );
}

type CardProps = {
  url: string;
  use: ImageUse;
  busy: boolean;
  image: UploadedImage | null;
  children: ReactNode;
};

const ImageCard = ({ url, use, busy, image, children }: CardProps) => (
  <div className="b-pic">
    <div className="b-im" data-use={use} aria-busy={busy}>
      <img src={url} alt="" />
    </div>
    <div className="small b-facts">
      {busy ? <b className="b-strong">Uploading…</b> : <ImageFacts image={image} />}
      <div className="b-acts">{children}</div>
    </div>
  </div>
);

/** Files dropped anywhere on the field count; a drag over its inner parts is not a leaving. */
function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
        setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
}

export function ImageField({ field, use, label, accepted, hint }: Props) {
  const { config, set } = useBuilder();
  const upload = useImageUpload(use, (url) => set(field, url));
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File) => void upload.choose(file);
  const drop = useDrop(choose);
  const url = config[field];
  const open = () => input.current?.click();
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file) choose(file);
  };
  const remove = () => {
    upload.forget();
    set(field, null);
    requestAnimationFrame(() => document.getElementById(idOf(field))?.focus());
  };

  return (
    <div className="field b-image" {...drop} role="group" aria-label={label}>
      <span className="lab">{label}</span>
      <input ref={input} type="file" accept={acceptedTypes(use)} onChange={pick} hidden aria-label={label} />
      {url ? (
        <ImageCard
          {...{ url, use }}
          busy={upload.busy}
          image={upload.stored?.url === url ? upload.stored : null}
        >
          <Key size="sm" id={idOf(field)} busy={upload.busy && 'Uploading…'} onClick={open}>
            Replace
          </Key>
          <Key size="sm" kind="bare" onClick={remove} aria-label={`Remove ${label.toLowerCase()}`}>
            Remove
          </Key>
        </ImageCard>
      ) : (
        <DropPlace {...{ field, accepted, open }} busy={upload.busy} />
      )}
      {upload.refusal && <ErrorLine>{upload.refusal.message}</ErrorLine>}
      <FieldMore field={field} hint={hint} />
    </div>
  );
}

type PlaceProps = { field: string; accepted: string; busy: boolean; open: () => void };

const DropPlace = ({ field, accepted, busy, open }: PlaceProps) => (
  <div className="drop b-drop" aria-busy={busy}>
    {busy ? (
      <LoaderCircle className="i b-turn" aria-hidden="true" />
    ) : (
      <ImageUp className="i" aria-hidden="true" />
    )}
    <span role="status">{busy ? 'Uploading…' : ''}</span>
    {!busy && (
      <span>
        Drop a file here or{' '}
        <button type="button" className="lab-key b-file" id={idOf(field)} onClick={open}>
          choose a file
        </button>
      </span>
    )}
    <span className="faint">{accepted}</span>
  </div>
);

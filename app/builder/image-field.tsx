import { ImageUp, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, type ChangeEvent } from 'react';

import type { ImageUse } from '#domain/image.ts';

import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, idOf } from './builder-field.tsx';
import { ImageCard } from './image-card.tsx';
import { acceptedTypes } from './image-refusal.ts';
import { useImageDrop } from './use-image-drop.ts';
import { useImageUpload } from './use-image-upload.ts';

type Props = {
  field: 'productImage' | 'logo';
  use: ImageUse;
  label: string;
  /** Description of the accepted files. */
  accepted: string;
  hint?: string;
};

/** Moves the focus to the element with the id when the focused button disappears after `dependency` changes. */
function useLostFocus(id: string, of: unknown): () => void {
  const expected = useRef(false);
  useEffect(() => {
    if (expected.current && document.activeElement === document.body) document.getElementById(id)?.focus();
    expected.current = false;
  }, [id, of]);
  return () => {
    expected.current = true;
  };
}

export function ImageField({ field, use, label, accepted, hint }: Props) {
  const { config, set } = useBuilder();
  const url = config[field];
  const expectFocus = useLostFocus(idOf(field), url);
  const change = (to: string | null) => {
    expectFocus();
    set(field, to);
  };
  const upload = useImageUpload(use, change);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const choose = (file: File) => void upload.choose(file);
  const dragged = useImageDrop(box, choose);
  const errorId = `${idOf(field)}-refused`;
  const described = upload.refusal ? errorId : undefined;
  const open = () => input.current?.click();
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file) choose(file);
  };
  const remove = () => {
    upload.forget();
    change(null);
  };

  return (
    <div className="field b-image" ref={box} data-drag={dragged} role="group" aria-label={label}>
      <span className="lab">{label}</span>
      <input ref={input} type="file" accept={acceptedTypes(use)} onChange={pick} hidden aria-label={label} />
      {url ? (
        <ImageCard {...{ url, use }} busy={upload.busy} image={upload.storedAt(url)}>
          <Key
            size="sm"
            id={idOf(field)}
            busy={upload.busy && 'Uploading…'}
            aria-describedby={described}
            aria-label={upload.busy ? undefined : `Replace ${label.toLowerCase()}`}
            onClick={open}
          >
            Replace
          </Key>
          <Key size="sm" kind="bare" onClick={remove} aria-label={`Remove ${label.toLowerCase()}`}>
            Remove
          </Key>
        </ImageCard>
      ) : (
        <DropPlace {...{ field, accepted, open, described }} busy={upload.busy} />
      )}
      {upload.refusal && <ErrorLine id={errorId}>{upload.refusal.message}</ErrorLine>}
      <FieldMore field={field} hint={hint} />
    </div>
  );
}

type PlaceProps = {
  field: string;
  accepted: string;
  busy: boolean;
  described: string | undefined;
  open: () => void;
};

const DropPlace = ({ field, accepted, busy, described, open }: PlaceProps) => (
  <div className="drop b-drop" aria-busy={busy}>
    {busy ? (
      <LoaderCircle className="i b-turn" aria-hidden="true" />
    ) : (
      <ImageUp className="i" aria-hidden="true" />
    )}
    <span role="status">{busy ? 'Uploading…' : ''}</span>
    {!busy && (
      <span>
        Drop or paste a file, or{' '}
        <button
          type="button"
          className="lab-key b-file"
          id={idOf(field)}
          aria-describedby={described}
          onClick={open}
        >
          choose a file
        </button>
      </span>
    )}
    <span className="faint">{accepted}</span>
  </div>
);

import { ImageUp, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, type ChangeEvent } from 'react';

import type { ImageUse } from '#domain/image.ts';

import { Button } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { FieldErrorMessage, FieldHelp, getFieldId } from './builder-field.tsx';
import { ImageCard } from './image-card.tsx';
import { getAcceptedTypes } from './image-refusal.ts';
import { useImageDrop } from './use-image-drop.ts';
import { useImageUpload } from './use-image-upload.ts';

type ImageFieldProps = {
  field: 'productImage' | 'logo';
  use: ImageUse;
  label: string;
  /** Description of the accepted files. */
  acceptedText: string;
  hint?: string;
};

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

export function ImageField({ field, use, label, acceptedText, hint }: ImageFieldProps) {
  const { config, set } = useBuilder();
  const url = config[field];
  const expectFocus = useRestoreFocus(getFieldId(field), url);
  const change = (to: string | null) => {
    expectFocus();
    set(field, to);
  };
  const upload = useImageUpload(use, change);
  const input = useRef<HTMLInputElement>(null);
  const fieldRef = useRef<HTMLDivElement>(null);
  const choose = (file: File) => void upload.choose(file);
  const dragState = useImageDrop(fieldRef, choose);
  const errorId = `${getFieldId(field)}-refused`;
  const describedBy = upload.error ? errorId : undefined;
  const open = () => input.current?.click();
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file) choose(file);
  };
  const remove = () => {
    upload.reset();
    change(null);
  };

  return (
    <div className="field b-image" ref={fieldRef} data-drag={dragState} role="group" aria-label={label}>
      <span className="lab">{label}</span>
      <input ref={input} type="file" accept={getAcceptedTypes(use)} onChange={pick} hidden aria-label={label} />
      {url ? (
        <ImageCard {...{ url, use }} busy={upload.busy} image={upload.findUploaded(url)}>
          <Button
            size="sm"
            id={getFieldId(field)}
            busyLabel={upload.busy && 'Uploading…'}
            aria-describedby={describedBy}
            aria-label={upload.busy ? undefined : `Replace ${label.toLowerCase()}`}
            onClick={open}
          >
            Replace
          </Button>
          <Button size="sm" variant="bare" onClick={remove} aria-label={`Remove ${label.toLowerCase()}`}>
            Remove
          </Button>
        </ImageCard>
      ) : (
        <DropZone {...{ field, acceptedText, open, describedBy }} busy={upload.busy} />
      )}
      {upload.error && <FieldErrorMessage id={errorId}>{upload.error.message}</FieldErrorMessage>}
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
  <div className="drop b-drop" aria-busy={busy}>
    {busy ? <LoaderCircle className="i b-turn" aria-hidden="true" /> : <ImageUp className="i" aria-hidden="true" />}
    <span role="status">{busy ? 'Uploading…' : ''}</span>
    {!busy && (
      <span>
        Drop or paste a file, or{' '}
        <button
          type="button"
          className="lab-key b-file"
          id={getFieldId(field)}
          aria-describedby={describedBy}
          onClick={open}
        >
          choose a file
        </button>
      </span>
    )}
    <span className="faint">{acceptedText}</span>
  </div>
);

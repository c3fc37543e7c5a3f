import { FileUp } from 'lucide-react';
import { useState, type DragEvent } from 'react';

import { useFileInput } from '#app/components/file-button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { MAX_FILE_BYTES } from '#domain/deliverable.ts';

import { getFieldId } from '../fields/builder-field.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderDeliveryMessages.add;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Uploads files that are dropped on it or chosen. */
export function FileDropZone() {
  const { uploads } = useBuilder().delivery;
  const [isOver, setIsOver] = useState(false);
  const [fileInput, selectFiles] = useFileInput({
    label: messages.fileInput,
    multiple: true,
    onSelect: (file) => uploads.add(file, null),
  });
  return (
    <div
      className="drop drop-zone__content file-drop-zone"
      data-drag={isOver ? 'over' : undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        for (const file of event.dataTransfer.files) uploads.add(file, null);
      }}
    >
      {fileInput}
      <FileUp className="i" aria-hidden="true" />
      <span>
        <RichText
          text={messages.dropZone}
          tags={{
            button: (text) => (
              <button
                type="button"
                className="label-button drop-zone__button"
                id={getFieldId('delivery')}
                onClick={selectFiles}
              >
                {text}
              </button>
            ),
          }}
        />
      </span>
      <span className="faint">{messages.fileSize({ size: formatBytes(MAX_FILE_BYTES) })}</span>
    </div>
  );
}

import { Pause, Play, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { Button } from '#app/components/button.tsx';
import { FormError } from '#app/components/field.tsx';
import { useFileInput } from '#app/components/file-button.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';

import { IconButton } from '../fields/icon-button.tsx';
import { useBuilder } from '../state/builder-context.ts';
import type { QueuedUpload, UploadQueue } from './upload-queue.ts';

const messages = builderDeliveryMessages.uploads;

const MINUTE_S = 60;
const HOUR_S = 3600;

/** `about 3 minutes left` */
export function formatRemaining(seconds: number): string {
  if (seconds < MINUTE_S) return messages.remaining.seconds;
  if (seconds < HOUR_S) return messages.remaining.minutes({ count: Math.round(seconds / MINUTE_S) });
  return messages.remaining.hours({ count: Math.round(seconds / HOUR_S) });
}

/** Progress in figures; why it does not progress is said by the state. */
function describeProgress({ received, bytes, rate }: QueuedUpload): string {
  const texts = [messages.received({ received: formatBytes(received), bytes: formatBytes(bytes) })];
  if (rate) texts.push(messages.rate({ rate: formatBytes(rate) }), formatRemaining((bytes - received) / rate));
  return texts.join(' · ');
}

type UploadProps = { upload: QueuedUpload; queue: UploadQueue };

/** Asks for the file of an upload that began before this tab was opened. */
function ChooseFileButton({ upload: { key, fileName }, queue }: UploadProps) {
  const label = messages.chooseLabel({ fileName });
  const [input, open] = useFileInput({ label, onSelect: (file) => queue.chooseFile(key, file) });
  return (
    <>
      {input}
      <Button size="sm" aria-label={label} onClick={open}>
        {messages.choose}
      </Button>
    </>
  );
}

function UploadButtons({ upload, queue }: UploadProps) {
  const { key, fileName, state } = upload;
  const isRunning = state === 'waiting' || state === 'uploading' || state === 'retrying';
  return (
    <span className="row-buttons">
      {isRunning && <IconButton label={messages.pause({ fileName })} Icon={Pause} onClick={() => queue.pause(key)} />}
      {state === 'paused' && (
        <IconButton label={messages.resume({ fileName })} Icon={Play} onClick={() => queue.resume(key)} />
      )}
      <IconButton
        label={(state === 'failed' ? messages.remove : messages.cancel)({ fileName })}
        Icon={X}
        onClick={() => queue.cancel(key)}
      />
    </span>
  );
}

function UploadRow({ upload, queue }: UploadProps) {
  const { deliverables } = useBuilder().delivery;
  const { key, fileName, bytes, received, deliverableId, state, error } = upload;
  const replaced = deliverables?.find(({ id }) => id === deliverableId);
  return (
    <div className="upload" role="group" aria-label={fileName} data-invalid={error !== null}>
      <div className="upload__header">
        <span className="text-strong break-anywhere" dir="auto">
          {fileName}
        </span>
        <UploadButtons {...{ upload, queue }} />
      </div>
      {replaced?.file && <p className="small muted">{messages.newVersion({ name: replaced.name })}</p>}
      {state !== 'failed' && (
        <progress className="upload__bar" max={bytes} value={received} aria-label={messages.progress({ fileName })} />
      )}
      {state === 'uploading' ? (
        <p className="small muted num">{describeProgress(upload)}</p>
      ) : (
        // Only a change of the state is announced, not each step of the progress.
        <p className="small muted" role="status">
          {messages.states[state]}
        </p>
      )}
      <FormError>{error}</FormError>
      {state === 'failed' && bytes > 0 && (
        <div className="button-row">
          <Button size="sm" aria-label={messages.retryLabel({ fileName })} onClick={() => queue.retry(key)}>
            {messages.retry}
          </Button>
        </div>
      )}
      {state === 'missing' && (
        <div className="button-row">
          <ChooseFileButton {...{ upload, queue }} />
        </div>
      )}
    </div>
  );
}

/** Uploads of the page. Failed ones stay until they are removed or succeed. */
export function UploadList() {
  const { uploads: queue } = useBuilder().delivery;
  const uploads = useSyncExternalStore(queue.subscribe, queue.getUploads, queue.getUploads);
  if (uploads.length === 0) return null;
  return (
    <ul className="entry-list" aria-label={messages.list}>
      {uploads.map((upload) => (
        <li key={upload.key}>
          <UploadRow {...{ upload, queue }} />
        </li>
      ))}
    </ul>
  );
}

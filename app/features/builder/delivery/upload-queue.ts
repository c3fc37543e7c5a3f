import { getErrorMessage } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import { MAX_FILE_BYTES, type Deliverable } from '#domain/deliverable.ts';
import type { Upload } from '#domain/delivery-rpc.ts';
import { AppError } from '#domain/errors.ts';

const messages = builderDeliveryMessages.uploads;

/**
 * `waiting`: other files come first. `retrying`: the connection was lost. `finishing`: the server checks the file. `missing`:
 * it began before this tab was opened, and its file must be chosen again.
 */
export type UploadState =
  | 'starting'
  | 'waiting'
  | 'uploading'
  | 'retrying'
  | 'finishing'
  | 'paused'
  | 'missing'
  | 'failed';

/** A file in the queue. */
export type QueuedUpload = {
  key: string;
  fileName: string;
  bytes: number;
  /** The deliverable that gets a new version; null: the upload creates one. */
  deliverableId: string | null;
  state: UploadState;
  /** Bytes that the server has. */
  received: number;
  /** Bytes per second; null until it is known. */
  rate: number | null;
  /** Why it failed. */
  error: string | null;
};

type Entry = QueuedUpload & { file: File | null; upload: Upload | null; controller: AbortController | null };

type UploadQueueOptions = {
  /** Saves the page if it is new, and returns its id. */
  savePage: () => Promise<string>;
  onFinished: (deliverable: Deliverable, isNew: boolean) => void;
  /** Called when the uploads on the server have changed. */
  onServerChange: () => void;
};

/** States in which this tab works on an upload, so that closing it interrupts the upload. */
const ACTIVE_STATES: readonly UploadState[] = ['starting', 'waiting', 'uploading', 'retrying', 'finishing'];

const isSending = ({ controller }: Entry): boolean => controller !== null;

/** Uploads of the open page: sends one file after the other. */
export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #listeners = new Set<() => void>();
  #entries: readonly Entry[] = [];
  #fileNames: readonly string[] = [];

  constructor(options: UploadQueueOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getUploads = (): readonly QueuedUpload[] => this.#entries;

  /** Names of the files for which publishing has to wait. Progress does not change the result. */
  readonly getFileNames = (): readonly string[] => this.#fileNames;

  isActive(): boolean {
    return this.#entries.some(({ state }) => ACTIVE_STATES.includes(state));
  }

  /** Adds a file: it continues an upload of the same file that began before this tab was opened, or starts a new one. */
  add(file: File, deliverableId: string | null): void {
    const missing = this.#entries.find(
      ({ state, fileName, bytes }) => state === 'missing' && fileName === file.name && bytes === file.size,
    );
    if (missing) this.chooseFile(missing.key, file);
    else void this.#start(this.#insert(file, deliverableId));
  }

  /** Continues an upload that began before this tab was opened. */
  chooseFile(key: string, file: File): void {
    const { bytes } = this.#find(key) ?? {};
    if (bytes !== file.size) return this.#update(key, { error: messages.otherFile });
    this.#update(key, { file, state: 'waiting', error: null });
    void this.#sendNext();
  }

  pause(key: string): void {
    this.#find(key)?.controller?.abort();
    this.#update(key, { state: 'paused', rate: null, controller: null });
    void this.#sendNext();
  }

  resume(key: string): void {
    this.#update(key, { state: 'waiting' });
    void this.#sendNext();
  }

  retry(key: string): void {
    this.#update(key, { state: 'starting', error: null, received: 0, rate: null, upload: null });
    void this.#start(key);
  }

  /** Ends an upload, and removes it from the queue. */
  cancel(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    entry.controller?.abort();
    this.#setEntries(this.#entries.filter((one) => one !== entry));
    void this.#cancelOnServer(entry.upload);
    void this.#sendNext();
  }

  /** Interrupts all uploads, because the page is closed. They can be resumed. An empty queue sends no other file. */
  interrupt(): void {
    for (const { controller } of this.#entries) controller?.abort();
    this.#setEntries([]);
  }

  /** Shows the uploads that the server has: those that began before this tab was opened. */
  setServerUploads(uploads: readonly Upload[]): void {
    const isListed = ({ state, upload }: Entry) => state !== 'missing' || uploads.some(({ id }) => id === upload?.id);
    const known = this.#entries.filter(isListed);
    const isKnown = ({ id }: Upload) => this.#entries.some(({ upload }) => upload?.id === id);
    // An upload that was just started is listed before its entry knows its id.
    const isStarting = this.#entries.some(({ state }) => state === 'starting');
    const added = isStarting ? [] : uploads.filter((upload) => !isKnown(upload)).map(toMissingEntry);
    if (known.length !== this.#entries.length || added.length > 0) this.#setEntries([...known, ...added]);
  }

  #insert(file: File, deliverableId: string | null): string {
    const key = crypto.randomUUID();
    const entry: Entry = {
      key,
      file,
      fileName: file.name,
      bytes: file.size,
      deliverableId,
      state: 'starting',
      received: 0,
      rate: null,
      error: null,
      upload: null,
      controller: null,
    };
    this.#setEntries([...this.#entries, entry]);
    return key;
  }

  async #start(key: string): Promise<void> {
    const entry = this.#find(key);
    if (!entry) return;
    const { fileName, bytes, deliverableId } = entry;
    if (bytes === 0) return this.#fail(key, new AppError('file_empty').message);
    if (bytes > MAX_FILE_BYTES) return this.#fail(key, new AppError('file_too_large').message);
    try {
      const pageId = await this.#options.savePage();
      const target = deliverableId === null ? { pageId } : { pageId, deliverableId };
      const { upload } = await callRpc('start-upload', { ...target, fileName, bytes });
      if (!this.#find(key)) return await this.#cancelOnServer(upload);
      this.#update(key, { upload, state: 'waiting' });
      this.#options.onServerChange();
      await this.#sendNext();
    } catch (error) {
      this.#fail(key, getErrorMessage(error));
    }
  }

  /** Sends the next file, unless one is being sent. */
  async #sendNext(): Promise<void> {
    const next = this.#entries.find(({ state }) => state === 'waiting');
    if (!next?.file || !next.upload || this.#entries.some(isSending)) return;
    const { key, file, upload } = next;
    const controller = new AbortController();
    this.#update(key, { state: 'uploading', controller });
    try {
      // The script that sends files is loaded with the first one.
      const { sendFile } = await import('#app/lib/upload.ts');
      const deliverable = await sendFile(file, upload, {
        signal: controller.signal,
        onProgress: ({ received, rate, isRetrying }) => {
          if (controller.signal.aborted) return;
          const state = isRetrying ? 'retrying' : received === upload.bytes ? 'finishing' : 'uploading';
          this.#update(key, { received, rate, state, upload: { ...upload, received } });
        },
      });
      this.#setEntries(this.#entries.filter((entry) => entry.key !== key));
      this.#options.onFinished(deliverable, upload.deliverableId === null);
    } catch (error) {
      if (controller.signal.aborted) return;
      void this.#cancelOnServer(upload);
      this.#fail(key, isUnreadable(error) ? messages.unreadable : getErrorMessage(error));
    }
    await this.#sendNext();
  }

  #fail(key: string, error: string): void {
    this.#update(key, { state: 'failed', error, controller: null, rate: null });
  }

  /** An upload that cannot be canceled expires. */
  async #cancelOnServer(upload: Upload | null): Promise<void> {
    if (upload) await callRpc('cancel-upload', { uploadId: upload.id }).catch(() => undefined);
    this.#options.onServerChange();
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }

  #update(key: string, change: Partial<Entry>): void {
    this.#setEntries(this.#entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));
  }

  #setEntries(entries: readonly Entry[]): void {
    this.#entries = entries;
    const fileNames = entries.filter(({ state }) => state !== 'failed').map(({ fileName }) => fileName);
    if (fileNames.join('\n') !== this.#fileNames.join('\n')) this.#fileNames = fileNames;
    for (const listener of this.#listeners) listener();
  }
}

const isUnreadable = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotReadableError';

const toMissingEntry = (upload: Upload): Entry => ({
  key: upload.id,
  file: null,
  fileName: upload.fileName,
  bytes: upload.bytes,
  deliverableId: upload.deliverableId,
  state: 'missing',
  received: upload.received,
  rate: null,
  error: null,
  upload,
  controller: null,
});

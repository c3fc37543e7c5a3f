import { useEffect, useMemo, useState, useSyncExternalStore, type Dispatch } from 'react';

import { toast } from '#app/components/toast.tsx';
import { useRpcCache, useRpcQuery, type RpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Deliverable } from '#domain/deliverable.ts';
import { listDeliveryWarnings, validateDelivery } from '#domain/delivery-problems.ts';
import type { FieldError } from '#domain/page-fields.ts';

import type { Autosave } from '../state/autosave.ts';
import type { BuilderAction } from '../state/builder-reducer.ts';
import { UploadQueue } from './upload-queue.ts';

/** What the open page delivers, for the fields of the form. */
export type PageDelivery = {
  /** All deliverables of the page, also those that the draft does not name; null while they are unknown. */
  deliverables: readonly Deliverable[] | null;
  /** Why they could not be loaded. */
  loadError: Error | null;
  reload: () => void;
  uploads: UploadQueue;
  /** Saves the page if it is new, and returns its id: deliverables belong to a page. */
  savePage: () => Promise<string>;
  /** Shows a deliverable that was created or changed. A new one is included with every price. */
  storeDeliverable: (deliverable: Deliverable, isNew: boolean) => void;
};

/** What keeps the page from being published, and what is worth a warning. */
export type DeliveryProblems = { errors: readonly FieldError[]; warnings: readonly FieldError[] };

const NO_DELIVERABLES: readonly Deliverable[] = [];

/** How often the list is loaded again while a file is being scanned. */
const SCAN_POLL_INTERVAL_MS = 5000;

const isBeingScanned = ({ file }: Deliverable): boolean => file?.scan === 'waiting';

function replaceDeliverable(deliverables: readonly Deliverable[], deliverable: Deliverable): Deliverable[] {
  const index = deliverables.findIndex(({ id }) => id === deliverable.id);
  return index < 0 ? [...deliverables, deliverable] : deliverables.with(index, deliverable);
}

const addItem =
  (id: string) =>
  ({ delivery }: CheckoutPageConfig): Partial<CheckoutPageConfig> => ({
    delivery: { ...delivery, items: [...delivery.items, { id, offeredWith: null }] },
  });

function createActions(cache: RpcCache, autosave: Autosave, dispatch: Dispatch<BuilderAction>) {
  const savePage = () => autosave.savePage();
  const storeDeliverable = (deliverable: Deliverable, isNew: boolean) => {
    cache.update('list-deliverables', ({ deliverables }) => ({
      deliverables: replaceDeliverable(deliverables, deliverable),
    }));
    if (isNew) dispatch({ type: 'patch', patch: addItem(deliverable.id), undoGroup: null, at: performance.now() });
    void cache.invalidate('list-deliverables');
  };
  const uploads = new UploadQueue({
    savePage,
    onFinished: (deliverable, isNew) => {
      storeDeliverable(deliverable, isNew);
      toast({ title: builderDeliveryMessages.uploads.uploaded, message: deliverable.name });
      void cache.invalidate('list-uploads', 'list-file-versions');
    },
    onServerChange: () => void cache.invalidate('list-uploads'),
  });
  return { savePage, storeDeliverable, reload: () => void cache.invalidate('list-deliverables'), uploads };
}

type Options = {
  pageId: string | null;
  config: CheckoutPageConfig;
  autosave: Autosave;
  dispatch: Dispatch<BuilderAction>;
};

/** Loads what the page delivers, and sends its files. */
export function useDelivery({ pageId, config, autosave, dispatch }: Options) {
  const cache = useRpcCache();
  const enabled = pageId !== null;
  const body = { pageId: pageId ?? '' };
  const query = useRpcQuery('list-deliverables', body, {
    enabled,
    refetchInterval: ({ state }) => (state.data?.deliverables.some(isBeingScanned) ? SCAN_POLL_INTERVAL_MS : false),
  });
  const { data, error: loadError } = query;
  const { data: serverUploads } = useRpcQuery('list-uploads', body, { enabled });
  const [actions] = useState(() => createActions(cache, autosave, dispatch));
  const { uploads: queue } = actions;
  useEffect(() => queue.setServerUploads(serverUploads?.uploads ?? []), [queue, serverUploads]);
  useEffect(() => () => queue.interrupt(), [queue]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.getFileNames, queue.getFileNames);
  const deliverables = enabled ? (data?.deliverables ?? null) : NO_DELIVERABLES;
  const problems = useMemo<DeliveryProblems>(
    () => ({
      errors: deliverables === null ? [] : validateDelivery(config, { deliverables, uploads }),
      warnings: listDeliveryWarnings(config),
    }),
    [config, deliverables, uploads],
  );
  const delivery = useMemo<PageDelivery>(
    () => ({ ...actions, deliverables, loadError: data ? null : loadError }),
    [actions, deliverables, data, loadError],
  );
  return { delivery, problems };
}

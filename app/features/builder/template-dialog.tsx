import { useMutation } from '@tanstack/react-query';
import type { ComponentType } from 'react';

import { Dialog } from '#app/components/dialog.tsx';
import { toast } from '#app/components/toast.tsx';
import { createTemplateDeliverables, toDeliveredItems } from '#app/lib/create-template-deliverables.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { uploadStockImage } from '#app/lib/upload-stock-image.ts';
import { applyTemplate, deliversOnlyTemplates, findLikelyTemplate } from '#content/apply-template.ts';
import { builderTemplateMessages } from '#content/messages/builder-templates.ts';
import type { PageTemplate } from '#content/templates.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { PageDelivery } from './delivery/use-delivery.ts';
import { useBuilder } from './state/builder-context.ts';

const messages = builderTemplateMessages;

/** Uploads the image of the template that the page probably uses now, so that it can be recognized and replaced. */
async function uploadFormerPicture(config: CheckoutPageConfig): Promise<string | null> {
  const formerTemplate = config.productImage === null ? null : findLikelyTemplate(config);
  return formerTemplate && uploadStockImage(formerTemplate.picture);
}

/**
 * Applies a template to a page with the uploaded image of the template. It replaces the product image only if there is none or
 * if it came from another template, whose uploaded image is `formerPictureUrl`.
 */
export function replaceWithTemplate(
  config: CheckoutPageConfig,
  template: PageTemplate,
  pictureUrl: string,
  formerPictureUrl: string | null,
): CheckoutPageConfig {
  const { productImage } = config;
  const isReplaceable = productImage === null || productImage === formerPictureUrl;
  return applyTemplate(config, template, isReplaceable ? pictureUrl : productImage);
}

/**
 * Creates what the template delivers, unless the page delivers something of the seller's own. Returns what the config says of
 * it; null if that stays.
 */
async function createDelivery(
  config: CheckoutPageConfig,
  template: PageTemplate,
  { deliverables, savePage, storeDeliverable }: PageDelivery,
): Promise<CheckoutPageConfig['delivery']['items'] | null> {
  if (deliverables === null || !deliversOnlyTemplates(config, deliverables)) return null;
  if (!template.deliverables?.length) return [];
  const created = await createTemplateDeliverables(await savePage(), template, deliverables);
  for (const deliverable of created) storeDeliverable(deliverable, false);
  return toDeliveredItems(created);
}

/** Applies a template below the seller's own input as one undo step. Nothing is applied after the dialog was closed. */
function useTemplate(onDone: () => void) {
  const { config, patch, delivery } = useBuilder();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (template: PageTemplate) => {
      const formerPictureUrl = await uploadFormerPicture(config);
      const pictureUrl = await uploadStockImage(template.picture);
      return { formerPictureUrl, pictureUrl, items: await createDelivery(config, template, delivery) };
    },
  });
  const apply = (template: PageTemplate) =>
    // These callbacks are not called after unmounting.
    mutate(template, {
      onSuccess: ({ pictureUrl, formerPictureUrl, items }) => {
        // An upload may have changed the page in the meantime.
        patch((current) => ({
          ...replaceWithTemplate(current, template, pictureUrl, formerPictureUrl),
          ...(items && { delivery: { ...current.delivery, items } }),
        }));
        toast(messages.applied);
        onDone();
      },
      onError: (error) => showErrorToast(error, messages.error),
    });
  return { busy: isPending ? variables.id : null, choose: (template: PageTemplate) => !isPending && apply(template) };
}

/** Component that lists the templates; `busyTemplateId` is the template being applied, `busyLabel` the label of that operation. */
export type TemplateGallery = ComponentType<{
  busyTemplateId: string | null;
  busyLabel: string;
  onSelect: (template: PageTemplate) => void;
}>;

type Props = { Gallery: TemplateGallery; onClose: () => void };

/** Applies another template to the open page. */
export function TemplateDialog({ Gallery, onClose }: Props) {
  const { busy, choose } = useTemplate(onClose);
  return (
    <Dialog title={messages.title} className="dlg wide" onClose={onClose} initialFocus=".tpl">
      <p className="muted">{messages.description}</p>
      <Gallery busyTemplateId={busy} busyLabel={messages.applying} onSelect={choose} />
    </Dialog>
  );
}

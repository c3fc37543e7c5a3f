import { PackageOpen, Plus, type LucideIcon } from 'lucide-react';
import { Link, useNavigate } from 'react-router';

import { Dialog } from '#app/components/dialog.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { uploadStockImage } from '#app/lib/upload-stock-image.ts';
import { newPageMessages } from '#content/messages/new-page.ts';
import type { PageTemplate, TemplatePage } from '#content/templates.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { BASE_OPTION } from '#domain/offer.ts';

const messages = newPageMessages;

/** The templates with their texts are loaded when a gallery is shown. */
const TemplateGallery = loadOnDemand(async () => (await import('./template-gallery.tsx')).TemplateGallery);

/** Creates a draft and what it delivers. That belongs to the page, so it is created after the page. */
async function createPage({ config, deliverables }: TemplatePage): Promise<string> {
  const { pageId } = await callRpc('save-draft', { config });
  // Its script contains all templates, which this screen loads only with the gallery.
  const { createTemplateDeliverables, toDeliveredItems } = await import('#app/lib/create-template-deliverables.ts');
  const created = await createTemplateDeliverables(pageId, { deliverables });
  if (created.length > 0) {
    const delivery = { ...config.delivery, items: toDeliveredItems(created) };
    await callRpc('save-draft', { config: { ...config, delivery }, pageId });
  }
  return pageId;
}

/** Creates the pages that a template sells together, and the bundle of them. Sellers publish them one by one. */
async function createProducts(products: readonly TemplatePage[]): Promise<CheckoutPageConfig['bundle']> {
  const items: CheckoutPageConfig['bundle']['items'] = [];
  for (const product of products) items.push({ pageId: await createPage(product), optionId: BASE_OPTION });
  return { items };
}

/** Creates a draft from a template, with its picture uploaded as the seller's own image. */
async function createDraft({ picture, products, config, deliverables }: PageTemplate): Promise<string> {
  const productImage = await uploadStockImage(picture);
  const bundle = products ? await createProducts(products) : config.bundle;
  return createPage({ config: { ...config, productImage, bundle }, deliverables });
}

/** Creates a draft from a template and opens it, one at a time. */
function useNewPage() {
  const navigate = useNavigate();
  const { run, input } = useAction(
    async (template: PageTemplate) => navigate(`/builder?page=${await createDraft(template)}`),
    { failureTitle: messages.failure },
  );
  return { busyTemplateId: input?.id ?? null, onSelect: (template: PageTemplate) => void run(template) };
}

type StartCardProps = { to: string; Icon: LucideIcon; name: string; description: string };

const StartCard = ({ to, Icon, name, description }: StartCardProps) => (
  <Link className="tpl" to={to}>
    <span className="template-card__placeholder">
      <Icon className="i" aria-hidden="true" />
    </span>
    <span className="template-card__text">
      <span className="template-card__name">{name}</span>
      <span className="template-card__description">{description}</span>
    </span>
  </Link>
);

const START_CARDS = [
  <StartCard key="empty" to="/builder" Icon={Plus} {...messages.blank} />,
  <StartCard key="import" to="/pages/import" Icon={PackageOpen} {...messages.import} />,
];

/** Starting points of a new page: empty, import or a template. Selecting one opens the builder. */
export const StartingPointGallery = () => (
  <TemplateGallery {...useNewPage()} busyLabel={messages.busy} leadingCards={START_CARDS} createsPages />
);

export function NewPageDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={messages.title} className="dlg wide" onClose={onClose} initialFocus=".tpl">
      <p className="muted">{messages.description}</p>
      <StartingPointGallery />
    </Dialog>
  );
}

import {
  CircleQuestionMark,
  Eye,
  PencilLine,
  Download,
  Ellipsis,
  History,
  Keyboard,
  LayoutTemplate,
  Upload,
  Code,
  ExternalLink,
  Share2,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { DropdownMenu } from '#app/components/dropdown-menu.tsx';
import { useFileInput } from '#app/components/file-button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { toast } from '#app/components/toast.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { InputError } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { SINGLE_KEY_SHORTCUTS_OFF, useStoredFlag } from '#app/lib/use-stored-flag.ts';
import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import { builderMessages } from '#content/messages/builder.ts';
import { pageFileMessages } from '#content/messages/page-files.ts';
import { hasExtension, PAGE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { getPageFileName, MAX_PAGE_FILE_BYTES, type PageFile } from '#domain/page-file.ts';

import { BuilderBanners } from './builder-banners.tsx';
import { BuilderBar, UndoRedoButtons, SaveStatusLine } from './builder-bar.tsx';
import { BuilderDialogs } from './builder-dialogs.tsx';
import { BuilderTabs } from './builder-tabs.tsx';
import { useCurrentField } from './fields/use-field-navigation.ts';
import { getGuideSteps, type GuideStep, useGuide } from './guide.ts';
import { PageNameField, usePageName } from './page-name.tsx';
import { PageOutline } from './page-outline.tsx';
import { DEVICES, PreviewPane, type Device } from './preview/preview-pane.tsx';
import type { PreviewState } from './preview/preview-states.ts';
import { buildChecklist, ErrorSummary, CollapsedChecklist, PublishChecklist } from './publish/publish-checklist.tsx';
import type { ShareProps } from './share/share-dialog.tsx';
import { EmbedDialog, ShareDialog } from './share/share-dialogs.ts';
import { TryPaymentLink } from './share/try-payment-link.tsx';
import { useShortcuts } from './shortcuts.ts';
import type { Autosave } from './state/autosave.ts';
import { BuilderProvider, Deferred } from './state/builder-provider.tsx';
import { isSameConfig } from './state/config-keys.ts';
import { useUnsavedChangesGuard } from './state/use-unsaved-changes-guard.ts';
import { createNewPage, useBuilderStore, type BuilderStore, type BuilderLayoutProps } from './use-builder-store.ts';

const messages = builderMessages;
const buttonMessages = builderPublishMessages.button;

type OpenDialog = 'templates' | 'versions' | 'shortcuts' | null;

/** Returns the phone preview on narrow screens, otherwise the desktop preview. */
const getInitialDevice = (): Device => DEVICES[window.matchMedia('(width < 820px)').matches ? 2 : 0];

/** View state of the builder that is not part of the page. */
function useBuilderView() {
  const [device, setDevice] = useState<Device>(getInitialDevice);
  const [previewState, setPreviewState] = useState<PreviewState>('open');
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [singleKeysDisabled, setSingleKeysDisabled] = useStoredFlag(SINGLE_KEY_SHORTCUTS_OFF);
  return {
    device,
    setDevice,
    previewState,
    setPreviewState,
    openDialog,
    setOpenDialog,
    singleKeysEnabled: singleKeysDisabled !== true,
    setSingleKeysDisabled,
  };
}

export type BuilderView = ReturnType<typeof useBuilderView>;

/** Public URL of the page with buttons to copy, open, share and embed it. */
function LiveUrl(page: ShareProps) {
  const url = page.domainUrl ?? page.url;
  const [openDialog, setOpenDialog] = useState<'share' | 'embed' | null>(null);
  const closeDialog = () => setOpenDialog(null);
  return (
    <div className="copy live-url" role="group" aria-label={messages.liveUrl.label}>
      <span title={url}>{url.replace(/^https?:\/\//, '')}</span>
      <CopyButton text={url} />
      <a
        className={buttonVariants('bare', 'sm', 'icon')}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={messages.liveUrl.open}
      >
        <ExternalLink className="i" aria-hidden="true" />
      </a>
      <Button
        Icon={Share2}
        variant="bare"
        size="sm"
        aria-label={messages.liveUrl.share}
        onClick={() => setOpenDialog('share')}
      />
      <Button
        Icon={Code}
        variant="bare"
        size="sm"
        aria-label={messages.liveUrl.embed}
        onClick={() => setOpenDialog('embed')}
      />
      {openDialog === 'share' && <ShareDialog {...page} onClose={closeDialog} />}
      {openDialog === 'embed' && <EmbedDialog onClose={closeDialog} />}
    </div>
  );
}

/** Parses a page file. Only name, size and JSON syntax are checked; the server validates the content. Throws `InputError`. */
async function parsePageFile(file: File): Promise<PageFile> {
  if (!hasExtension(file.name, PAGE_FILE_EXTENSIONS)) throw new InputError(messages.pageFile.invalidFile);
  if (file.size > MAX_PAGE_FILE_BYTES)
    throw new InputError(messages.pageFile.tooLarge({ megabytes: MAX_PAGE_FILE_BYTES / 1024 / 1024 }));
  try {
    return JSON.parse(await file.text()) as PageFile;
  } catch {
    throw new InputError(messages.pageFile.invalidFile);
  }
}

/** Exports the page to a file and imports a file as a new page. */
function usePageFile(autosave: Autosave) {
  const navigate = useNavigate();

  const { run: exportPage } = useAction(
    async (name: string) => {
      await autosave.flush();
      const { pageId } = autosave.page;
      if (pageId === null) return toast(messages.pageFile.emptyPage);
      const text = JSON.stringify(await callRpc('export-page', { pageId }), null, 2);
      downloadBlob(new Blob([text], { type: 'application/json' }), getPageFileName(name));
    },
    { failureTitle: messages.pageFile.exportError },
  );
  const { run: importPage } = useAction(
    async (selectedFile: File) => {
      const file = await parsePageFile(selectedFile);
      const { pageId, missing } = await callRpc('import-page', { file });
      toast(messages.pageFile.imported);
      if (missing.length > 0) toast(pageFileMessages.missing({ names: missing }));
      await navigate(`/builder?page=${pageId}`);
    },
    { failureTitle: messages.pageFile.importError },
  );
  return { exportPage, importPage };
}

type PublishButtonProps = { connected: boolean; busy: boolean; onClick: () => void; className?: string };

/** The publish button. It keeps its width while publishing. */
function PublishButton({ connected, busy, onClick, className = '' }: PublishButtonProps) {
  return (
    <Button
      variant="brass"
      className={`publish-button ${className}`}
      busyLabel={busy && buttonMessages.publishing}
      data-connected={connected}
      onClick={onClick}
    >
      {connected ? buttonMessages.publish : buttonMessages.connectStripe}
    </Button>
  );
}

/** Hint above the form of a page that is still empty. */
const EmptyDraftHint = () => (
  <p className="empty-draft-hint small">
    <LayoutTemplate className="i" aria-hidden="true" />
    <span>
      <RichText text={messages.emptyDraft} tags={{ link: (text) => <Link to="/pages?new=1">{text}</Link> }} />
    </span>
  </p>
);

type PageMenuProps = { view: BuilderView; autosave: Autosave; fileName: string };

function PageMenu({ view: { setOpenDialog }, autosave, fileName }: PageMenuProps) {
  const { exportPage, importPage } = usePageFile(autosave);
  const [fileInput, selectFile] = useFileInput({
    label: messages.menu.fileInput,
    accept: 'application/json,.json',
    onSelect: (file) => void importPage(file),
  });
  return (
    <div className="builder-bar__menu">
      {fileInput}
      <DropdownMenu
        label={messages.menu.label}
        Icon={Ellipsis}
        items={[
          { label: messages.menu.template, Icon: LayoutTemplate, onSelect: () => setOpenDialog('templates') },
          { label: messages.menu.versions, Icon: History, onSelect: () => setOpenDialog('versions') },
          { label: messages.menu.export, Icon: Download, onSelect: () => void exportPage(fileName) },
          { label: messages.menu.import, Icon: Upload, onSelect: selectFile },
          { label: messages.menu.shortcuts, Icon: Keyboard, onSelect: () => setOpenDialog('shortcuts') },
          { label: messages.menu.help, Icon: CircleQuestionMark, href: '/help' },
        ]}
      />
    </div>
  );
}

/** Returns the first invalid field of product name and price; the product name if both are valid. */
const findFirstContentField = (builder: BuilderStore): string =>
  builder.validation.errors.find(({ field }) => field === 'productName' || field === 'price')?.field ?? 'productName';

/** The onboarding steps and the action of each step. */
function useOnboardingGuide({ userId }: BuilderLayoutProps, builder: BuilderStore) {
  const { shownConfig, validation, publication, stripe } = builder;
  const connected = stripe.connection?.state === 'complete';
  const steps = getGuideSteps({
    config: shownConfig,
    errors: validation.errors,
    connected,
    published: publication.version > 0,
  });
  const guide = useGuide(userId, steps);
  const onStepClick = (name: GuideStep['name']) => {
    if (name === 'basics') builder.navigation.focusField(findFirstContentField(builder));
    else if (name === 'design') builder.navigation.focusField('layout');
    else if (name === 'publish') builder.handlePublishClick();
    else if (!connected) stripe.connect();
  };
  return { steps, guide, onStepClick };
}

function useBuilderShortcuts(builder: BuilderStore, view: BuilderView): void {
  const { history, autosave, status } = builder;
  const save = () => {
    autosave.flush().catch(() => undefined);
    if (status.kind === 'clean' || status.kind === 'saved') history.announce(messages.saveStatus.allSaved);
  };
  useShortcuts(
    {
      undo: history.undo,
      redo: history.redo,
      save,
      publish: builder.handlePublishClick,
      help: () => view.setOpenDialog('shortcuts'),
      desktop: () => view.setDevice(DEVICES[0]),
      tablet: () => view.setDevice(DEVICES[1]),
      mobile: () => view.setDevice(DEVICES[2]),
    },
    view.singleKeysEnabled,
  );
}

function usePublishing(
  { plan }: BuilderLayoutProps,
  { shownConfig, validation, deliveryWarnings, publication, handlePublishClick, stripe }: BuilderStore,
) {
  const { connection, connected } = stripe;
  const checklist = buildChecklist({
    config: shownConfig,
    errors: validation.errors,
    deliveryWarnings,
    stripe: connection?.state ?? null,
    canPublish: plan.isActive ?? publication.canPublish,
  });
  return {
    publishButton: { connected, busy: publication.busy, onClick: handlePublishClick },
    check: { checklist, published: publication.state === 'published', onStripe: stripe.connect },
  };
}

type EditorPanelsProps = {
  builder: BuilderStore;
  view: BuilderView;
  check: ReturnType<typeof usePublishing>['check'];
  fileName: string;
};

/** Outline, form and preview side by side. Typing is shown at once in its field, and in outline and preview a little later. */
function EditorPanels({ builder, view, check, fileName }: EditorPanelsProps) {
  const { shownConfig, validation, publication } = builder;
  const { connection } = builder.stripe;
  const { tab, setTab, focusField } = builder.navigation;
  const current = useCurrentField();
  const [emptyPage] = useState(createNewPage);
  const summary = isSameConfig(shownConfig, emptyPage) ? (
    <EmptyDraftHint />
  ) : (
    validation.showAll && <ErrorSummary errors={validation.visibleErrors} />
  );
  return (
    <main className="builder__panels">
      <Deferred>
        <div className="page-outline">
          <PageOutline
            errors={validation.errors}
            current={current}
            stripe={connection ? messages.outline.stripeState[connection.state] : ''}
          />
          <PublishChecklist {...check} />
        </div>
      </Deferred>
      <section className="builder-form" aria-label={messages.formLabel}>
        <BuilderTabs tab={tab} onTabChange={setTab} errors={validation.visibleErrors} summary={summary} />
      </section>
      <Deferred>
        <PreviewPane
          current={current}
          config={shownConfig}
          sellerName={connection?.businessName ?? null}
          accountMethods={connection?.paymentMethods ?? null}
          device={view.device}
          onDeviceChange={view.setDevice}
          state={view.previewState}
          onStateChange={view.setPreviewState}
          onSelectField={focusField}
        >
          {publication.url && (
            <LiveUrl
              url={publication.url}
              domainUrl={publication.domainUrl}
              name={fileName}
              config={publication.published}
            />
          )}
          {publication.url && <TryPaymentLink url={publication.url} />}
          <CollapsedChecklist {...check} />
        </PreviewPane>
      </Deferred>
    </main>
  );
}

export function BuilderLayout(props: BuilderLayoutProps) {
  const { sandbox, plan, onReload, initialPage, Gallery } = props;
  const builder = useBuilderStore(props);
  const { config, autosave, status, history, publication } = builder;
  const view = useBuilderView();
  const leaveGuard = useUnsavedChangesGuard(autosave, builder.contextValue);
  const { name, rename } = usePageName(builder.pageId, initialPage?.name ?? null, config.productName);
  const onboarding = useOnboardingGuide(props, builder);
  const { publishButton, check } = usePublishing(props, builder);
  useBuilderShortcuts(builder, view);
  const fileName = publication.slug ?? (name || 'page');
  const { previewing, setPreviewing } = builder.navigation;
  const ToggleIcon = previewing ? PencilLine : Eye;

  return (
    <BuilderProvider value={builder.contextValue}>
      <div className="builder" data-previewing={previewing}>
        <BuilderBar
          name={<PageNameField name={name} onRename={rename} />}
          state={publication.state}
          sandbox={sandbox}
          status={<SaveStatusLine status={status} />}
          undoRedo={<UndoRedoButtons {...history} />}
        >
          <Deferred>
            <PageMenu {...{ view, autosave, fileName }} />
            <PublishButton {...publishButton} className="builder-bar__wide-only" />
          </Deferred>
        </BuilderBar>
        <Deferred>
          <BuilderBanners
            {...builder}
            {...onboarding}
            {...{ plan, onReload }}
            suspension={initialPage?.hold ?? null}
            isNewPage={initialPage === null}
          />
        </Deferred>
        <EditorPanels {...{ builder, view, check, fileName }} />
        <div className="builder-mobile-bar on-enamel">
          <Button Icon={ToggleIcon} variant="enamel" onClick={() => setPreviewing(!previewing)}>
            {previewing ? messages.bar.edit : messages.bar.preview}
          </Button>
          <PublishButton {...publishButton} />
        </div>
      </div>
      <BuilderDialogs
        {...builder}
        {...{ view, leaveGuard, Gallery }}
        sellerName={builder.stripe.connection?.businessName ?? null}
      />
    </BuilderProvider>
  );
}

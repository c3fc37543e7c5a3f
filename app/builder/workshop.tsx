import { Eye, PencilLine } from 'lucide-react';
import { useState } from 'react';

import { createEmptyConfig } from '#domain/checkout-page.ts';

import { Button } from '#app/ui/key.tsx';

import { BuilderBar, UndoRedoButtons } from './builder-bar.tsx';
import { BuilderContext } from './builder-context.ts';
import { BuilderTabs } from './builder-tabs.tsx';
import { buildChecklist } from './checklist.ts';
import { EmptyDraftHint } from './empty-draft.tsx';
import { getGuideSteps, type GuideStep } from './guide-steps.ts';
import { LiveUrl } from './live-address.tsx';
import { PageMenu } from './page-menu.tsx';
import { PageNameField } from './page-name-field.tsx';
import { PageOutline } from './page-receipt.tsx';
import { ErrorSummary } from './problem-summary.tsx';
import { CollapsedChecklist, PublishChecklist } from './publish-checklist.tsx';
import { PublishButton } from './publish-key.tsx';
import { isSameConfig } from './same-config.ts';
import { SaveStatusLine } from './save-status-line.tsx';
import { PreviewPane } from './stage.tsx';
import { DEVICES } from './stage-head.tsx';
import { useCurrentField } from './use-current-field.ts';
import { useGuide } from './use-guide.ts';
import { useUnsavedChangesGuard } from './use-leave.ts';
import { useBuilderStore, type BuilderStore, type BuilderLayoutProps } from './use-page-desk.ts';
import { usePageFile } from './use-page-file.ts';
import { usePageName } from './use-page-name.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useBuilderView, type BuilderView } from './use-workshop-view.ts';
import { BuilderDialogs } from './workshop-dialogs.tsx';
import { BuilderBanners } from './workshop-strips.tsx';

const STRIPE_LABELS = {
  not_started: 'not connected',
  incomplete: 'unfinished',
  complete: 'connected',
} as const;

/** Returns the first invalid field of product name and price; the product name if both are valid. */
const findFirstContentField = (builder: BuilderStore): string =>
  builder.validation.errors.find(({ field }) => field === 'productName' || field === 'price')?.field ?? 'productName';

/** The onboarding steps and the action of each step. */
function useOnboardingGuide({ userId, stripe }: BuilderLayoutProps, builder: BuilderStore) {
  const { config, validation, publication } = builder;
  const connected = stripe.connection?.state === 'complete';
  const steps = getGuideSteps({
    config,
    errors: validation.errors,
    connected,
    published: publication.version > 0,
  });
  const guide = useGuide(userId, steps);
  const onStepClick = (name: GuideStep['name']) => {
    if (name === 'words') builder.navigation.focusField(findFirstContentField(builder));
    else if (name === 'look') builder.navigation.focusField('layout');
    else if (name === 'publish') builder.handlePublishClick();
    else if (!connected) void stripe.connect();
  };
  return { steps, guide, onStepClick };
}

function useBuilderShortcuts(builder: BuilderStore, view: BuilderView): void {
  const { history, autosave, status } = builder;
  const save = () => {
    autosave.flush().catch(() => undefined);
    if (status.kind === 'clean' || status.kind === 'saved') history.announce('Everything is saved');
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

/** The publish checklist and the props of the publish button. */
function usePublishing(
  { stripe, plan }: BuilderLayoutProps,
  { config, validation, publication, handlePublishClick }: BuilderStore,
) {
  const { connection, connected } = stripe;
  const checklist = buildChecklist({
    config,
    errors: validation.errors,
    stripe: connection?.state ?? null,
    canPublish: plan.hasAccess ?? publication.canPublish,
  });
  return {
    publishButton: { connected, busy: publication.busy, onClick: handlePublishClick },
    check: { checklist, published: publication.state === 'published', onStripe: () => void stripe.connect() },
  };
}

type EditorPanelsProps = {
  builder: BuilderStore;
  view: BuilderView;
  stripe: BuilderLayoutProps['stripe'];
  check: ReturnType<typeof usePublishing>['check'];
  fileName: string;
};

/** Outline, form and preview side by side. */
function EditorPanels({ builder, view, stripe: { connection }, check, fileName }: EditorPanelsProps) {
  const { config, validation, publication } = builder;
  const { tab, setTab, focusField } = builder.navigation;
  const current = useCurrentField();
  const [emptyPage] = useState(createEmptyConfig);
  const summary = isSameConfig(config, emptyPage) ? (
    <EmptyDraftHint />
  ) : (
    validation.showAll && <ErrorSummary errors={validation.visibleErrors} />
  );
  return (
    <main className="b-body">
      <div className="b-roll">
        <PageOutline
          errors={validation.errors}
          current={current}
          stripe={connection ? STRIPE_LABELS[connection.state] : ''}
        />
        <PublishChecklist {...check} />
      </div>
      <section className="b-form" aria-label="Page form">
        <BuilderTabs tab={tab} onTabChange={setTab} errors={validation.visibleErrors} summary={summary} />
      </section>
      <PreviewPane
        {...{ config, current }}
        sellerName={connection?.businessName ?? null}
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
        <CollapsedChecklist {...check} />
      </PreviewPane>
    </main>
  );
}

export function BuilderLayout(props: BuilderLayoutProps) {
  const { sandbox, stripe, plan, onReload, initialPage, Gallery } = props;
  const builder = useBuilderStore(props);
  const { config, autosave, status, history, publication } = builder;
  const view = useBuilderView();
  const leaveGuard = useUnsavedChangesGuard(autosave, status);
  const file = usePageFile(autosave);
  const { name, rename } = usePageName(builder.pageId, initialPage?.name ?? null, config.productName);
  const onboarding = useOnboardingGuide(props, builder);
  const { publishButton, check } = usePublishing(props, builder);
  useBuilderShortcuts(builder, view);
  const fileName = publication.slug ?? (name || 'page');
  const { previewing, setPreviewing } = builder.navigation;
  const ToggleIcon = previewing ? PencilLine : Eye;

  return (
    <BuilderContext value={builder.contextValue}>
      <div className="b-shell" data-previewing={previewing}>
        <BuilderBar
          name={<PageNameField name={name} onRename={rename} />}
          state={publication.state}
          sandbox={sandbox}
          status={<SaveStatusLine status={status} />}
          undoRedo={<UndoRedoButtons {...history} />}
        >
          <PageMenu
            onTemplates={() => view.setOpenDialog('templates')}
            onVersions={() => view.setOpenDialog('versions')}
            onExport={() => void file.exportPage(fileName)}
            onImport={(selectedFile) => void file.importPage(selectedFile)}
            onShortcuts={() => view.setOpenDialog('shortcuts')}
          />
          <PublishButton {...publishButton} className="b-only-wide" />
        </BuilderBar>
        <BuilderBanners
          {...builder}
          {...onboarding}
          {...{ stripe, plan, onReload }}
          suspension={initialPage?.hold ?? null}
        />
        <EditorPanels {...{ builder, view, stripe, check, fileName }} />
        <div className="b-mob on-enamel">
          <Button variant="enamel" onClick={() => setPreviewing(!previewing)}>
            <ToggleIcon className="i" aria-hidden="true" />
            {previewing ? 'Edit' : 'Preview'}
          </Button>
          <PublishButton {...publishButton} />
        </div>
      </div>
      <BuilderDialogs
        {...builder}
        {...{ view, leaveGuard, Gallery }}
        sellerName={stripe.connection?.businessName ?? null}
      />
    </BuilderContext>
  );
}

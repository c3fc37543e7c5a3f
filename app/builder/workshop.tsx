import { Eye, PencilLine } from 'lucide-react';
import { useState } from 'react';

import { emptyConfig } from '#domain/checkout-page.ts';

import { Key } from '#app/ui/key.tsx';

import { BuilderBar, StepKeys } from './builder-bar.tsx';
import { BuilderContext } from './builder-context.ts';
import { BuilderTabs } from './builder-tabs.tsx';
import { checklistOf } from './checklist.ts';
import { EmptyDraft } from './empty-draft.tsx';
import { guideSteps, type GuideStep } from './guide-steps.ts';
import { LiveAddress } from './live-address.tsx';
import { PageMenu } from './page-menu.tsx';
import { PageNameField } from './page-name-field.tsx';
import { PageReceipt } from './page-receipt.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { FoldedChecklist, PublishChecklist } from './publish-checklist.tsx';
import { PublishKey } from './publish-key.tsx';
import { isSameConfig } from './same-config.ts';
import { SaveStatusLine } from './save-status-line.tsx';
import { Stage } from './stage.tsx';
import { DEVICES } from './stage-head.tsx';
import { useCurrentField } from './use-current-field.ts';
import { useGuide } from './use-guide.ts';
import { useLeave } from './use-leave.ts';
import { usePageDesk, type PageDesk, type WorkshopProps } from './use-page-desk.ts';
import { usePageFile } from './use-page-file.ts';
import { usePageName } from './use-page-name.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useWorkshopView, type WorkshopView } from './use-workshop-view.ts';
import { WorkshopDialogs } from './workshop-dialogs.tsx';
import { WorkshopStrips } from './workshop-strips.tsx';

const STRIPE_WORDS = {
  not_started: 'not connected',
  incomplete: 'unfinished',
  complete: 'connected',
} as const;

/** Returns the first invalid field of product name and price; the product name if both are valid. */
const wordField = (desk: PageDesk): string =>
  desk.problems.own.find(({ field }) => field === 'productName' || field === 'price')?.field ?? 'productName';

/** The onboarding steps and the action of each step. */
function useFirstSteps({ userId, stripe }: WorkshopProps, desk: PageDesk) {
  const { config, problems, publication } = desk;
  const connected = stripe.connection?.state === 'complete';
  const steps = guideSteps({ config, problems: problems.own, connected, published: publication.version > 0 });
  const guide = useGuide(userId, steps);
  const onStep = (name: GuideStep['name']) => {
    if (name === 'words') desk.view.jump(wordField(desk));
    else if (name === 'look') desk.view.jump('layout');
    else if (name === 'publish') desk.press();
    else if (!connected) void stripe.connect();
  };
  return { steps, guide, onStep };
}

function useKeys(desk: PageDesk, view: WorkshopView): void {
  const { history, autosave, status } = desk;
  const save = () => {
    autosave.flush().catch(() => undefined);
    if (status.kind === 'clean' || status.kind === 'saved') history.tell('Everything is saved');
  };
  useShortcuts(
    {
      undo: history.undo,
      redo: history.redo,
      save,
      publish: desk.press,
      help: () => view.setHeld('shortcuts'),
      desktop: () => view.setDevice(DEVICES[0]),
      tablet: () => view.setDevice(DEVICES[1]),
      mobile: () => view.setDevice(DEVICES[2]),
    },
    view.singles,
  );
}

/** The publish checklist and the props of the publish button. */
function usePublishing({ stripe, plan }: WorkshopProps, { config, problems, publication, press }: PageDesk) {
  const { connection, connected } = stripe;
  const list = checklistOf({
    config,
    problems: problems.own,
    stripe: connection?.state ?? null,
    mayPublish: plan.access ?? publication.mayPublish,
  });
  return {
    publishKey: { connected, busy: publication.busy, onPress: press },
    check: { list, published: publication.state === 'published', onStripe: () => void stripe.connect() },
  };
}

type BenchProps = {
  desk: PageDesk;
  view: WorkshopView;
  stripe: WorkshopProps['stripe'];
  check: ReturnType<typeof usePublishing>['check'];
  fileName: string;
};

/** Outline, form and preview side by side. */
function Bench({ desk, view, stripe: { connection }, check, fileName }: BenchProps) {
  const { config, problems, publication } = desk;
  const { tab, setTab, jump } = desk.view;
  const current = useCurrentField();
  const [blank] = useState(emptyConfig);
  const summary = isSameConfig(config, blank) ? (
    <EmptyDraft />
  ) : (
    problems.all && <ProblemSummary problems={problems.shown} />
  );
  return (
    <main className="b-body">
      <div className="b-roll">
        <PageReceipt
          problems={problems.own}
          current={current}
          stripe={connection ? STRIPE_WORDS[connection.state] : ''}
        />
        <PublishChecklist {...check} />
      </div>
      <section className="b-form" aria-label="Page form">
        <BuilderTabs tab={tab} onTab={setTab} problems={problems.shown} summary={summary} />
      </section>
      <Stage
        {...{ config, current }}
        sellerName={connection?.businessName ?? null}
        device={view.device}
        onDevice={view.setDevice}
        state={view.shown}
        onState={view.setShown}
        onPick={jump}
      >
        {publication.url && (
          <LiveAddress
            url={publication.url}
            domainUrl={publication.domainUrl}
            name={fileName}
            config={publication.published}
          />
        )}
        <FoldedChecklist {...check} />
      </Stage>
    </main>
  );
}

export function Workshop(props: WorkshopProps) {
  const { sandbox, stripe, plan, onReload, opened, Gallery } = props;
  const desk = usePageDesk(props);
  const { config, autosave, status, history, publication } = desk;
  const view = useWorkshopView();
  const leaving = useLeave(autosave, status);
  const file = usePageFile(autosave);
  const { name, rename } = usePageName(desk.pageId, opened?.name ?? null, config.productName);
  const first = useFirstSteps(props, desk);
  const { publishKey, check } = usePublishing(props, desk);
  useKeys(desk, view);
  const fileName = publication.slug ?? (name || 'page');
  const { previewing, setPreviewing } = desk.view;
  const Turn = previewing ? PencilLine : Eye;

  return (
    <BuilderContext value={desk.desk}>
      <div className="b-shell" data-previewing={previewing}>
        <BuilderBar
          name={<PageNameField name={name} onRename={rename} />}
          state={publication.state}
          sandbox={sandbox}
          status={<SaveStatusLine status={status} />}
          steps={<StepKeys {...history} />}
        >
          <PageMenu
            onTemplates={() => view.setHeld('templates')}
            onVersions={() => view.setHeld('versions')}
            onExport={() => void file.exportPage(fileName)}
            onImport={(chosen) => void file.importPage(chosen)}
            onShortcuts={() => view.setHeld('shortcuts')}
          />
          <PublishKey {...publishKey} className="b-only-wide" />
        </BuilderBar>
        <WorkshopStrips {...desk} {...first} {...{ stripe, plan, onReload }} hold={opened?.hold ?? null} />
        <Bench {...{ desk, view, stripe, check, fileName }} />
        <div className="b-mob on-enamel">
          <Key kind="enamel" onClick={() => setPreviewing(!previewing)}>
            <Turn className="i" aria-hidden="true" />
            {previewing ? 'Edit' : 'Preview'}
          </Key>
          <PublishKey {...publishKey} />
        </div>
      </div>
      <WorkshopDialogs
        {...desk}
        {...{ view, leaving, Gallery }}
        sellerName={stripe.connection?.businessName ?? null}
      />
    </BuilderContext>
  );
}

import { builderMessages } from '#content/messages/builder.ts';

import { BuilderBar } from './builder-bar.tsx';

const FIELD_HEIGHTS = ['40px', '116px', '88px', '40px', '40px'];
const LINE_WIDTHS = [64, 96, 48, 72, 80, 104, 56, 88, 60, 76, 52];
const BLOCK_WIDTHS = ['44%', '100%', '72%', '88%', '60%'];

/** Skeleton of the builder: server-rendered, and shown while the page is loading. */
export function BuilderSkeleton({ sandbox }: { sandbox: boolean }) {
  return (
    <div className="builder" aria-busy="true">
      <BuilderBar name={<h1 className="builder-bar__name">{builderMessages.title}</h1>} sandbox={sandbox} />
      <div className="builder-banners" />
      <main className="builder__panels" id="builder-form">
        <p className="vh" role="status">
          {builderMessages.loading}
        </p>
        <div className="page-outline" aria-hidden="true">
          <div className="page-outline__list page-outline__list--skeleton">
            {LINE_WIDTHS.map((width, index) => (
              <div key={index} className="skeleton-block" style={{ width, height: 10 }} />
            ))}
          </div>
        </div>
        <div className="builder-form skeleton-form" aria-hidden="true">
          {FIELD_HEIGHTS.map((height, index) => (
            <div key={index} className="field">
              <div className="skeleton-block" style={{ width: 90, height: 12 }} />
              <div className="skeleton-block" style={{ height }} />
            </div>
          ))}
        </div>
        <div className="preview-pane" aria-hidden="true">
          <div className="preview-toolbar">
            <div className="skeleton-block" style={{ width: 288, height: 38 }} />
          </div>
          <div className="preview-pane__body">
            <div className="preview-pane__slot" style={{ width: 'calc(100% - 48px)' }} />
            <div className="preview-pane__viewport">
              <div className="preview-pane__page preview-pane__page--skeleton">
                {BLOCK_WIDTHS.map((width, index) => (
                  <div key={index} className="skeleton-block" style={{ width, height: index === 1 ? 220 : 18 }} />
                ))}
              </div>
            </div>
          </div>
        </div>
      </main>
    </div>
  );
}

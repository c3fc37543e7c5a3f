import { BuilderBar } from './builder-bar.tsx';

const FIELD_HEIGHTS = ['40px', '116px', '88px', '40px', '40px'];
const LINE_WIDTHS = [64, 96, 48, 72, 80, 104, 56, 88, 60, 76, 52];
const BLOCK_WIDTHS = ['44%', '100%', '72%', '88%', '60%'];

/** Skeleton of the builder: server-rendered, and shown while the page is loading. */
export function BuilderSkeleton({ sandbox }: { sandbox: boolean }) {
  return (
    <div className="b-shell" aria-busy="true">
      <BuilderBar name={<h1 className="b-name">Builder</h1>} sandbox={sandbox} />
      <div className="b-strips" />
      <main className="b-body" id="builder-form">
        <p className="vh" role="status">
          Opening the builder
        </p>
        <div className="b-roll" aria-hidden="true">
          <div className="b-list b-list-bones">
            {LINE_WIDTHS.map((width, index) => (
              <div key={index} className="b-bone" style={{ width, height: 10 }} />
            ))}
          </div>
        </div>
        <div className="b-form b-bones" aria-hidden="true">
          {FIELD_HEIGHTS.map((height, index) => (
            <div key={index} className="field">
              <div className="b-bone" style={{ width: 90, height: 12 }} />
              <div className="b-bone" style={{ height }} />
            </div>
          ))}
        </div>
        <div className="b-stage" aria-hidden="true">
          <div className="b-stools">
            <div className="b-bone" style={{ width: 288, height: 38 }} />
          </div>
          <div className="b-well">
            <div className="b-slot" style={{ width: 'calc(100% - 48px)' }} />
            <div className="b-out">
              <div className="b-sheet b-sheet-bones">
                {BLOCK_WIDTHS.map((width, index) => (
                  <div key={index} className="b-bone" style={{ width, height: index === 1 ? 220 : 18 }} />
                ))}
              </div>
            </div>
          </div>
        </div>
      </main>
    </div>
  );
}

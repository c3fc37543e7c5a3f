import { BuilderBar } from './builder-bar.tsx';

const FIELDS = ['40px', '116px', '88px', '40px', '40px'];

/** The workshop with nothing on the bench yet: what the server sends, and what stands while a page is on its way. */
export function BuilderSkeleton({ sandbox }: { sandbox: boolean }) {
  return (
    <div className="b-shell" aria-busy="true">
      <BuilderBar name="Builder" sandbox={sandbox} />
      <div className="b-strips" />
      <main className="b-body" id="builder-form">
        <p className="vh" role="status">
          Opening the builder
        </p>
        <div className="b-roll" />
        <div className="b-form b-bones" aria-hidden="true">
          {FIELDS.map((height, place) => (
            <div key={place} className="field">
              <div className="b-bone" style={{ width: 90, height: 12 }} />
              <div className="b-bone" style={{ height }} />
            </div>
          ))}
        </div>
        <div className="b-stage" aria-hidden="true" />
      </main>
    </div>
  );
}

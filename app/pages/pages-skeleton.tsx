import { LoadingStatus, useIsSlow } from '#app/ui/skeleton.tsx';

const ROW_WIDTHS = [58, 34, 46, 40, 52];

/** Loading state in the shape of the list, shown after a short delay. */
export function PagesSkeleton() {
  const shown = useIsSlow();
  return (
    <>
      <LoadingStatus />
      <div className="sheet skeleton" aria-hidden="true" data-shown={shown}>
        <div className="page-filters">
          <span className="sk sk-field" />
        </div>
        {ROW_WIDTHS.map((width) => (
          <div key={width} className="page-row">
            <span className="sk sk-thumb" />
            <div className="page-name">
              <span className="sk" style={{ width: `${width}%` }} />
              <span className="sk" style={{ width: `${width + 14}%` }} />
            </div>
            <span className="sk page-state" />
            <span className="sk page-taken" />
          </div>
        ))}
      </div>
    </>
  );
}

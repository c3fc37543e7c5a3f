import { LoadingStatus, useIsSlow } from '#app/ui/skeleton.tsx';

const LINE_WIDTHS = [38, 52, 46, 60];
const CARD_INDEXES = [0, 1, 2];

/** Loading state in the shape of the page, shown after a short delay. */
export function PlanSkeleton() {
  const shown = useIsSlow();
  return (
    <>
      <LoadingStatus />
      <div className="skeleton" aria-hidden="true" data-shown={shown}>
        <div className="sheet plan-now">
          <div className="plan-held plan-bones">
            <div className="sk" style={{ width: 150, height: 30 }} />
            {LINE_WIDTHS.map((width) => (
              <div key={width} className="sk" style={{ width: `${width}%` }} />
            ))}
          </div>
          <div className="plan-usage plan-bones">
            <div className="sk" style={{ width: 190, height: 56 }} />
            <div className="sk" style={{ width: '100%', height: 14 }} />
            <div className="sk" style={{ width: '70%' }} />
          </div>
        </div>
        <div className="plan-cards">
          {CARD_INDEXES.map((card) => (
            <div key={card} className="sheet plan-card plan-bones">
              <div className="sk" style={{ width: 90, height: 20 }} />
              <div className="sk" style={{ width: 120, height: 34 }} />
              {LINE_WIDTHS.map((width) => (
                <div key={width} className="sk" style={{ width: `${width + 20}%` }} />
              ))}
              <div className="sk" style={{ width: '100%', height: 40 }} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

import { Skeleton } from '#app/ui/skeleton.tsx';

/** Loading state in the shape of the page. */
export function AnalyticsSkeleton() {
  return (
    <div className="an-wait">
      <Skeleton rows={3} />
      <Skeleton rows={5} hideStatus />
      <Skeleton rows={6} hideStatus />
    </div>
  );
}

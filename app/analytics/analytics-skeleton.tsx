import { Skeleton } from '#app/ui/skeleton.tsx';

/** In the shape of what comes: figures, the lines, a list. */
export function AnalyticsSkeleton() {
  return (
    <div className="an-wait">
      <Skeleton rows={3} />
      <Skeleton rows={5} silent />
      <Skeleton rows={6} silent />
    </div>
  );
}

import type { Route } from './+types/purchases-data.ts';
import { requireBuyer } from './require-buyer.ts';

/** Downloads all data stored for an email address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const buyer = await requireBuyer(request, context);
  const exportResult = await buyer.exportData();
  if ('error' in exportResult) return new Response(exportResult.error.message, { status: exportResult.status });
  return new Response(exportResult.text, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-purchases.json"',
      'Content-Security-Policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'no-store',
    },
  });
}

/** Stripe counts months from a start and clamps them to the end of shorter months. */
export function monthsLater(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = new Date(start);
  date.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay));
  return date;
}

import type { AppDetail, AppItem } from '@yunduo/api-contract';

/** * How many neighbours a guide names. */
const NEXT = 4;

/** Where a reader may go from this guide: neighbours that can live beside the app, the editors' choice first. */
export function nextApps(app: AppDetail, neighbours: readonly AppItem[]): AppItem[] {
  const barred = new Set([app.id, ...app.conflicts.map(({ id }) => id)]);
  return neighbours.filter(({ id }) => !barred.has(id)).slice(0, NEXT);
}

import type { Context } from '../../context.ts';
import { licenceEvents, type LicenceEventKind } from '../../db/schema/licence.ts';

export interface LicenceEventEntry {
  licenceId: number;
  /** Owner at the time of the event. */
  ownerId: number;
  kind: LicenceEventKind;
  details?: Record<string, string | number | null>;
}

/** Records events of licences, in the transaction that caused them. Returns the ids of the events. */
export async function recordEvents(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  entries: readonly LicenceEventEntry[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const at = clock.now();
  const made = await db
    .insert(licenceEvents)
    .values(entries.map(({ details = {}, ...entry }) => ({ ...entry, at, details })))
    .returning({ id: licenceEvents.id });
  return made.map(({ id }) => id);
}

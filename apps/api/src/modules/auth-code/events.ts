import type { Context } from '../../context.ts';
import { licenceEvents, type LicenceEventKind } from '../../db/schema/auth-code.ts';

export interface LicenceEventEntry {
  licenceId: number;
  /** Whose licence it is at that moment. */
  ownerId: number;
  kind: LicenceEventKind;
  details?: Record<string, string | number | null>;
}

/** Writes down what happened to licences, in the transaction that did it. */
export async function recordEvents(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  entries: readonly LicenceEventEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const at = clock.now();
  await db
    .insert(licenceEvents)
    .values(entries.map(({ details = {}, ...entry }) => ({ ...entry, at, details })));
}

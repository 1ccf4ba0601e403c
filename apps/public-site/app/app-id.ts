/** The largest id of the database (a 32-bit integer). */
const ID_MAX = 2_147_483_647;

/** Parses the app id of a path; null if it is not a positive integer in canonical form. */
export function parseAppId(id: string | undefined): number | null {
  if (id === undefined || !/^[1-9]\d{0,9}$/.test(id)) return null;
  const value = Number(id);
  return value <= ID_MAX ? value : null;
}

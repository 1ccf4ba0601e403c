/** The largest id that the database hands out. */
const ID_MAX = 2_147_483_647;

/** The app that a path names; null when it is no positive integer, written as such. */
export function parseAppId(id: string | undefined): number | null {
  if (id === undefined || !/^[1-9]\d{0,9}$/.test(id)) return null;
  const value = Number(id);
  return value <= ID_MAX ? value : null;
}

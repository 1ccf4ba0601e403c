/** Pixels of the largest screenshot. */
export const SCENE = { width: 1280, height: 800 } as const;

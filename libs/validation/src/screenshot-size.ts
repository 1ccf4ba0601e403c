// Kept out of `limits.ts`, which every page loads.

/** Sides of the smallest screenshot, in either orientation, in pixels: below it the lightbox shows a blur. */
export const SCREENSHOT_PIXELS_MIN = { long: 640, short: 360 } as const;
export const isScreenshotSize = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) >= SCREENSHOT_PIXELS_MIN.long &&
  Math.min(width, height) >= SCREENSHOT_PIXELS_MIN.short;

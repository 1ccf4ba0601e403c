/** A brand's path (24 × 24, from the CC0 set of simple-icons) on a rounded square in its colour. */
export function drawLogo(path: string, hex: string): string {
  const ground = `#${hex}`;
  const luminance = luminanceOf(hex);
  // Pale brands get dark ink, all others white.
  const ink = contrast(luminance, 1) >= 2.2 ? '#fff' : '#0b2226';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="11" fill="${ground}"/><path transform="translate(10.8 10.8) scale(1.1)" fill="${ink}" d="${path}"/></svg>\n`;
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

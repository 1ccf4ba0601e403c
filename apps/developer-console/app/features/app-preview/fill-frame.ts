/**
 * Gives the document of a frame the styles of this page; resolves to its body once they are there, so that nothing is
 * ever shown without them. Null when there is no document to fill.
 */
export async function fillFrame(inside: Document | null): Promise<HTMLElement | null> {
  if (!inside) return null;
  const sheets = [...document.head.querySelectorAll('link[rel="stylesheet"], style')];
  await Promise.all(
    sheets.map((sheet) => {
      const copy = inside.importNode(sheet, true);
      const there = new Promise<void>((resolve) => {
        copy.addEventListener('load', () => resolve());
        // A page without one of its styles is still better than none.
        copy.addEventListener('error', () => resolve());
        if (copy.localName === 'style') resolve();
      });
      inside.head.append(copy);
      return there;
    }),
  );
  return inside.body;
}

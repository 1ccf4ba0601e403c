/** An element and what stands around it, from the inside out: the way back to a place near it once it is gone. */
export function wayTo(element: Element | null): Element[] {
  const way: Element[] = [];
  for (
    let at = element;
    at && at !== document.body && at !== document.documentElement;
    at = at.parentElement
  ) {
    way.push(at);
  }
  return way;
}

/**
 * Focuses the first of a way, or where that is gone the nearest place that still stands and can take it: what a cell of
 * a table offers now, what has a `tabindex`, the heading of a section, the page.
 */
export function focusNearest(way: readonly Element[]): void {
  if (way.length === 0) return;
  for (const place of way) {
    if (!place.isConnected) continue;
    if (place === way[0] || place.hasAttribute('tabindex')) {
      if (takesFocus(place)) return;
    } else if (place.localName === 'td') {
      if (takesFocus(place.querySelector('button, a[href]'))) return;
    } else if (place.localName === 'section' && focusHeading(place)) {
      return;
    }
  }
  takesFocus(document.getElementById('main'));
}

function takesFocus(place: Element | null): boolean {
  if (!(place instanceof HTMLElement)) return false;
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}

/** The heading of a part takes the focus for this once: a press on it later leaves the focus alone. */
export function focusHeading(part: Element): boolean {
  const heading = part.querySelector<HTMLElement>('h1, h2, h3, h4');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  return takesFocus(heading);
}

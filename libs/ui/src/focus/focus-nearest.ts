/** An element's ancestors and siblings, from the inside out: candidates for the focus once it is removed. */
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
 * Focuses the first candidate that still exists and is focusable: another control in a table cell, an element
 * with `tabindex`, a section's heading, the page.
 */
export function focusNearest(way: readonly Element[]): void {
  if (way.length === 0) return;
  for (const place of way) {
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

/** The heading is focusable this once: a later press on it must not move the focus. */
export function focusHeading(part: Element): boolean {
  const heading = part.querySelector<HTMLElement>('h1, h2, h3, h4');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  return takesFocus(heading);
}

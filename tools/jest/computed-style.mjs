/**
 * `getComputedStyle` for the queries of tests, which ask for it once or more for every element that they look at, and
 * read one property each time: `display`, `visibility` or `pointer-events`. jsdom works out fifteen properties with
 * each call, through all rules of its own style sheet: a fifth of the time of a view's tests. Here these three are
 * worked out when they are read; all others, pseudo-elements and documents with a style sheet are left to jsdom.
 */

/** What the selectors of jsdom's style sheet look at. */
const kindOf = (element) =>
  [
    element.namespaceURI,
    element.localName,
    element.hasAttribute('hidden'),
    element.hasAttribute('open'),
    element.localName === 'input' && element.getAttribute('type'),
    element.parentElement?.localName === 'ruby',
  ].join(' ');

/** jsdom's `display` of elements without a style of their own, by their kind. */
const displays = new Map();

const INHERITED = { visibility: 'visible', 'pointer-events': 'auto' };

/** Replaces the function of a window. */
export function computeStyleOnDemand(window) {
  const original = window.getComputedStyle.bind(window);

  const own = (element, property) =>
    element.hasAttribute('style') ? element.style.getPropertyValue(property) : '';
  const inherited = (element, property) => {
    for (let one = element; one; one = one.parentElement) {
      const value = own(one, property);
      if (value) return value;
    }
    return INHERITED[property];
  };
  const display = (element) => {
    const value = own(element, 'display');
    if (value) return value;
    const kind = kindOf(element);
    let known = displays.get(kind);
    if (known === undefined) displays.set(kind, (known = original(element).display));
    return known;
  };

  window.getComputedStyle = function getComputedStyle(element, pseudo) {
    if (pseudo || !(element instanceof window.Element) || element.ownerDocument.styleSheets.length > 0)
      return original(element, pseudo);
    const valueOf = (property) => (property === 'display' ? display(element) : inherited(element, property));
    let whole;
    return new Proxy(
      {},
      {
        get(_, name) {
          if (name === 'display' || name === 'visibility') return valueOf(name);
          if (name === 'pointerEvents') return valueOf('pointer-events');
          if (name === 'getPropertyValue')
            return (property) =>
              property === 'display' || property in INHERITED
                ? valueOf(property)
                : (whole ??= original(element)).getPropertyValue(property);
          whole ??= original(element);
          const value = whole[name];
          return typeof value === 'function' ? value.bind(whole) : value;
        },
      },
    );
  };
}

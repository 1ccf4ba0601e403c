/** Elements that a browser's translation inserts: `font`, around the text or with the translation in it. */
const isStandIn = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

let translated = false;

/** True if the browser has translated a part of this page: then React's text nodes have moved. */
export const isTranslated = (): boolean => translated;

/** Restores the texts of a translated page before hydration, because React expects them in their places. */
export function unwrapTexts(root: ParentNode = document): void {
  for (const wrapper of root.querySelectorAll('font')) {
    translated = true;
    wrapper.replaceWith(...wrapper.childNodes);
  }
}

/** What visitors press and fill in. */
const CONTROLS = 'a, button, input, select, textarea, form';

/**
 * The control in place of one from before the hydration, which is another element on a translated page; null if it is
 * gone. Call it right before hydration.
 */
export function rememberControls(): (control: Element) => Element | null {
  const before = translated ? [...document.querySelectorAll(CONTROLS)] : [];
  return (control) => {
    if (control.isConnected) return control;
    // Counted from the end: the header of a signed-in visitor has other controls.
    const now = [...document.querySelectorAll(CONTROLS)].at(before.indexOf(control) - before.length);
    return before.includes(control) && now?.className === control.className ? now : null;
  };
}

/**
 * Lets React update a page that the browser translates. React removes and inserts text nodes where it left
 * them, but a translation has wrapped or replaced each by an element. That element is removed instead, and a
 * changed text returns to its place, where it is translated again. Any other invalid removal throws as usual.
 * Call it once, before hydration. Returns the function that stops it.
 */
export function followTranslation(): () => void {
  /** The element in place of a text. */
  const standIns = new WeakMap<Node, Node>();

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      if (!standIn || target.parentNode) continue;
      outermost(standIn)?.replaceWith(target);
    }
  });
  const note = (records: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
      if (!standIn) continue;
      translated = true;
      for (const text of removedNodes) {
        // Wrapped: the text is still in the page.
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode) continue;
        standIns.set(text, standIn);
        changes.observe(text, { characterData: true });
      }
    }
  };
  const replacements = new MutationObserver(note);
  replacements.observe(document.documentElement, { childList: true, subtree: true });

  /** The node in `parent` that represents a child: the child itself if it is present. */
  const standing = (parent: Node, child: Node): Node | null => {
    if (child.parentNode === parent) return child;
    note(replacements.takeRecords());
    let node: Node | null = standIns.get(child) ?? child.parentNode;
    while (isStandIn(node) && node.parentNode !== parent) node = node.parentNode;
    return isStandIn(node) ? node : null;
  };
  const isGone = (child: Node) => translated && child.nodeType === Node.TEXT_NODE && !child.isConnected;

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const node = standing(this, child);
    if (node) removeChild.call(this, node);
    else if (!isGone(child)) return removeChild.call(this, child) as T;
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before && standing(this, before);
    return insertBefore.call(this, node, place ?? (before && isGone(before) ? null : before)) as T;
  };
  return () => {
    replacements.disconnect();
    changes.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}

/** A translation nests one element in another. */
function outermost(standIn: Node): ChildNode | null {
  let node: Node | null = standIn;
  while (isStandIn(node?.parentNode ?? null)) node = node?.parentNode ?? null;
  return node as ChildNode | null;
}

/**
 * For `hydrateRoot`: a page translated before hydration differs from React's output and is rendered again.
 * That is not an error; any other mismatch is reported as React does by default.
 */
export function onRecoverableError(error: unknown): void {
  if (!translated) reportError(error);
}

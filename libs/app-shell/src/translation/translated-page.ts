/** What a browser's translation puts where a text stood: `font`, around the text or with the translation in it. */
const isStandIn = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

let translated = false;

/** Whether the browser has translated something of this page: then its texts are not where React put them. */
export const isTranslated = (): boolean => translated;

/** Gives back the texts of a page that was translated before it is hydrated: React looks for them where they stood. */
export function unwrapTexts(root: ParentNode = document): void {
  for (const wrapper of root.querySelectorAll('font')) {
    translated = true;
    wrapper.replaceWith(...wrapper.childNodes);
  }
}

/**
 * Lets React change a page that the browser translates. React removes texts, and puts others before them, where it left
 * them; a translation has put an element around each, or in its place. The element is then what is removed, and a text
 * that changes comes back into its place, where it is translated again. Any other removal of what is not there fails as
 * it always does. Call it once, before hydration. Returns the way to stop.
 */
export function followTranslation(): () => void {
  /** The element that stands where a text stood. */
  const standIns = new WeakMap<Node, Node>();

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      if (!standIn || target.parentNode) continue;
      outermost(standIn)?.replaceWith(target);
      standIns.delete(target);
    }
  });
  const note = (records: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
      if (!standIn) continue;
      translated = true;
      for (const text of removedNodes) {
        // Around the text: it is in the page yet.
        if (text.nodeType !== Node.TEXT_NODE || text.parentNode) continue;
        standIns.set(text, standIn);
        changes.observe(text, { characterData: true });
      }
    }
  };
  const replacements = new MutationObserver(note);
  replacements.observe(document.documentElement, { childList: true, subtree: true });

  /** What stands in `parent` for a child of it; the child itself where it is there. */
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

/** A translation puts one element into another. */
function outermost(standIn: Node): ChildNode | null {
  let node: Node | null = standIn;
  while (isStandIn(node?.parentNode ?? null)) node = node?.parentNode ?? null;
  return node as ChildNode | null;
}

/**
 * For `hydrateRoot`: a page that was translated before React saw it differs from what React draws, which then draws it
 * anew. That is no fault; any other difference is reported as React does by itself.
 */
export function onRecoverableError(error: unknown): void {
  if (!translated) reportError(error);
}

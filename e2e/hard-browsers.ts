import type { BrowserContext } from '@playwright/test';

/**
 * A browser that translates: it replaces every text, and every later or changed text, by an element with the
 * translation, which is the text after `mark`. Texts marked as not translatable stay.
 */
export const translatePages = (context: BrowserContext, mark = ''): Promise<unknown> =>
  context.addInitScript((before) => {
    const done = new WeakSet<Node>();
    const translate = (text: Text): void => {
      const parent = text.parentElement;
      if (done.has(text) || !text.data.trim() || !parent) return;
      if (
        parent.closest(
          'font, script, style, noscript, textarea, option, title, head, [translate=no], [contenteditable]',
        )
      )
        return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.append(before + text.data);
      done.add(inner.firstChild as Node);
      text.replaceWith(outer);
    };
    const walk = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(translate);
    };
    addEventListener('load', () => {
      walk(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records) {
          if (type === 'characterData') translate(target as Text);
          for (const node of addedNodes) {
            if (node.nodeType === Node.TEXT_NODE) translate(node as Text);
            else if (node.isConnected && node.nodeName !== 'FONT') walk(node);
          }
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }, mark);

/** A browser whose storage getters throw. */
export const refuseStorages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
  });

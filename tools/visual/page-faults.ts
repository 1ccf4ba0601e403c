import type { Page } from '@playwright/test';

/** Latin text of more than about 100 characters per line, and Chinese of more than 50, is hard to read. */
const WIDEST_LINE = 52;

/**
 * Visual faults that a program can detect: content wider than the window, clipped text, overlapping text,
 * lines that are too long, a button label in two lines, motion although the visitor asked for reduced motion.
 */
export const pageFaults = (page: Page): Promise<string[]> =>
  page.evaluate((widestLine) => {
    const errors: string[] = [];
    const { documentElement: root } = document;
    const say = (element: Element): string => {
      const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      const name = element.id ? `#${element.id}` : element.className.toString().split(' ')[0];
      return `${element.tagName.toLowerCase()}${name ? ` ${name}` : ''} “${text}”`;
    };
    const shows = (element: Element): boolean =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      });

    const wide = root.scrollWidth - root.clientWidth;
    if (wide > 0) {
      const widest = [...document.querySelectorAll('body *')]
        .filter((element) => shows(element) && element.getBoundingClientRect().right > root.clientWidth + 1)
        .at(0);
      errors.push(`${wide} px wider than the window: ${widest ? say(widest) : 'nothing in particular'}`);
    }

    /** The part of a rectangle that its scrolling or clipping ancestors show. */
    const clipped = (rect: DOMRect, from: Element): DOMRect | null => {
      let { left, top, right, bottom } = rect;
      for (let element: Element | null = from; element; element = element.parentElement) {
        const style = getComputedStyle(element);
        if (style.clipPath !== 'none') return null;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        if (element === document.body || element === root) continue;
        const box = element.getBoundingClientRect();
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
    };
    /** Overlays the page on purpose. */
    const floats = (element: Element): boolean => {
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { position } = getComputedStyle(each);
        if (position === 'fixed' || position === 'sticky') return true;
      }
      return false;
    };

    const lines: { element: Element; rect: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        !element ||
        !node.textContent?.trim() ||
        element.closest('svg, script, style, [aria-hidden="true"], option')
      )
        continue;
      if (!shows(element)) continue;
      const style = getComputedStyle(element);
      if (
        element.clientWidth > 1 &&
        style.overflowX === 'hidden' &&
        element.scrollWidth > element.clientWidth + 1
      ) {
        if (!element.closest('.sr')) errors.push(`text cut off: ${say(element)}`);
      }
      if (floats(element)) continue;
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const seen = rect.width > 1 && rect.height > 1 ? clipped(rect, element) : null;
        if (seen) lines.push({ element, rect: seen });
      }
    }
    lines.sort((one, other) => one.rect.top - other.rect.top);
    const overlaps = new Set<string>();
    lines.forEach(({ element, rect }, index) => {
      for (const other of lines.slice(index + 1)) {
        if (other.rect.top >= rect.bottom) break;
        if (element === other.element || element.contains(other.element) || other.element.contains(element))
          continue;
        const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
        const down = Math.min(rect.bottom, other.rect.bottom) - other.rect.top;
        // Boxes of neighbouring lines may touch; overlapping letters share a third of their height.
        if (across > 3 && down > Math.min(rect.height, other.rect.height) / 3) {
          overlaps.add(`text over text: ${say(element)} and ${say(other.element)}`);
        }
      }
    });
    errors.push(...overlaps);

    for (const paragraph of document.querySelectorAll('main p, main li, main dd')) {
      if (!shows(paragraph) || paragraph.querySelector('p, ul, div, table')) continue;
      const own = lines.filter(({ element }) => paragraph.contains(element)).map(({ rect }) => rect);
      const size = parseFloat(getComputedStyle(paragraph).fontSize);
      const left = Math.min(...own.map((rect) => rect.left));
      const right = Math.max(...own.map((rect) => rect.right));
      const rows = new Set(own.map(({ top }) => Math.round(top / 4))).size;
      if (rows > 1 && (right - left) / size > widestLine) {
        errors.push(`lines of ${Math.round((right - left) / size)} em: ${say(paragraph)}`);
      }
    }

    if (root.clientWidth >= 375) {
      for (const button of document.querySelectorAll('button, header nav a, th, [role="tab"]')) {
        if (!shows(button) || parseFloat(getComputedStyle(root).fontSize) > 16) continue;
        const own = lines.filter(({ element }) => button.contains(element)).map(({ rect }) => rect);
        const [first] = own;
        if (
          first &&
          own.some(({ top }) => top > first.bottom - 2) &&
          !button.querySelector('small, br, p, span span, img')
        ) {
          errors.push(`label in two lines: ${say(button)}`);
        }
      }
    }

    for (const picture of document.images) {
      if (shows(picture) && picture.complete && picture.naturalWidth === 0 && picture.getAttribute('src')) {
        errors.push(`picture without pixels: ${picture.currentSrc}`);
      }
    }

    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const { effect, playState } of document.getAnimations()) {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        if (playState === 'running' && target && shows(target)) errors.push(`moves: ${say(target)}`);
      }
    }
    return [...new Set(errors)];
  }, WIDEST_LINE);

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { act } from 'react';
import { LiveRegion } from './live-region.tsx';

test('keeps its element when the message changes', () => {
  const { rerender } = render(<LiveRegion role="alert">{null}</LiveRegion>);
  const region = screen.getByRole('alert');
  expect(region.textContent).toBe('');
  rerender(<LiveRegion role="alert">Not saved.</LiveRegion>);
  expect(screen.getByRole('alert')).toBe(region);
  expect(region.textContent).toBe('Not saved.');
});

test.each([
  ['rendered with a message is inserted empty first', {}],
  ['with `begun` is inserted together with its message', { begun: true }],
])('a region that %s', async (_, props: { begun?: boolean }) => {
  const seen: (string | null)[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        seen.push(node.nodeType === 1 ? (node as Element).outerHTML : node.nodeValue);
  });
  // Outside of `act`, which would merge the two steps.
  const place = document.body.appendChild(document.createElement('div'));
  watch.observe(place, { childList: true, subtree: true });
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const root = createRoot(place);
  root.render(
    <LiveRegion role="status" as="span" {...props}>
      Loading
    </LiveRegion>,
  );
  await screen.findByText('Loading');
  await Promise.resolve();
  const message = (words: string) =>
    expect.stringMatching(new RegExp(`^<span role="status" class="[^"]*">${words}</span>$`));
  expect(seen).toEqual(props.begun ? [message('Loading')] : [message(''), 'Loading']);
  watch.disconnect();
  root.unmount();
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  place.remove();
});

test('keeps its server-rendered message through hydration', async () => {
  const view = <LiveRegion role="status">Opened before.</LiveRegion>;
  const html = renderToString(view);
  expect(html).toContain('Opened before.');
  const place = document.createElement('div');
  place.innerHTML = html;
  document.body.append(place);
  const texts: (string | null)[] = [];
  const watch = new MutationObserver(() => texts.push(place.textContent));
  watch.observe(place, { childList: true, characterData: true, subtree: true });
  const root = await act(async () => hydrateRoot(place, view));
  expect([place.textContent, texts]).toEqual(['Opened before.', []]);
  watch.disconnect();
  act(() => root.unmount());
  place.remove();
});

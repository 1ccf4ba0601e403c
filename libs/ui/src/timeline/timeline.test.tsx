import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { Timeline } from './timeline.tsx';

test('lists events with their dates in the given order', async () => {
  const { container } = render(
    <Timeline
      label="History"
      events={[
        { key: 2, title: 'Bound', at: '2026-11-20T02:00:00Z', when: '20 Nov 2026', children: <p>web-1</p> },
        { key: 1, title: 'Bought', at: '2026-11-18T02:00:00Z', when: '18 Nov 2026', tone: 'good' },
      ]}
    />,
  );
  const list = screen.getByRole('list', { name: 'History' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'Bound20 Nov 2026web-1',
    'Bought18 Nov 2026',
  ]);
  expect(container.querySelector('time')?.dateTime).toBe('2026-11-20T02:00:00Z');
  await expectAccessible(container);
});

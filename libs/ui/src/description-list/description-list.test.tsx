import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { DescriptionList } from './description-list.tsx';

const items = [
  { term: 'Version', value: '1.29.3', num: true },
  { term: 'Updated', value: '19 Nov 2026' },
];

test.each(['line', 'columns', 'rows'] as const)(
  'renders terms and values in the %s layout',
  async (layout) => {
    const { container } = render(<DescriptionList layout={layout} items={items} />);
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Version', 'Updated']);
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      '1.29.3',
      '19 Nov 2026',
    ]);
    expect(screen.getByText('Version').className).toBe(layout === 'line' ? 'sr' : '');
    expect(screen.getByText('1.29.3').className).toBe('num');
    await expectAccessible(container);
  },
);

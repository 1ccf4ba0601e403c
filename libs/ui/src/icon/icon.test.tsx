import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Icon, icons, type IconName } from './icon.tsx';

test.each(Object.keys(icons) as IconName[])(
  '%s is 16px wide, hidden from screen readers and has a valid path',
  (name) => {
    const { container } = render(<Icon name={name} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(container.querySelector('svg')?.getAttribute('width')).toBe('16');
    // A browser silently draws nothing for an invalid path.
    expect(icons[name]).toMatch(/^[mM][-\d.\sA-Za-z]+$/);
  },
);

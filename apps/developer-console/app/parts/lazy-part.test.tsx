import { expect, jest, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazyPart } from './lazy-part.tsx';

const part = { default: ({ name }: { name: string }) => <p>{`here: ${name}`}</p> };

test.each([
  ['en', en, 'This did not load', 'Try again'],
  ['zh', zh, zh.frame.part_failed.heading, zh.frame.part_failed.retry],
] as const)(
  'a part whose file does not come says so in its place in %s, what stands beside it stays, and it comes at a press',
  async (locale, words, failed, again) => {
    const load = jest.fn((): Promise<typeof part> => Promise.reject(new TypeError('Failed to fetch')));
    const Part = lazyPart(load);
    const { element } = inShell(
      <>
        <input aria-label="beside" />
        <Part name="relations" waiting={{ label: 'coming', rows: 2 }} />
      </>,
      { locale, words },
    );
    render(element);
    expect(screen.getByRole('status', { name: 'coming' })).toBeTruthy();
    const hand = userEvent.setup();
    await hand.type(screen.getByLabelText('beside'), 'typed');
    expect(await screen.findByRole('heading', { name: failed })).toBeTruthy();
    load.mockResolvedValue(part);
    await hand.click(screen.getByRole('button', { name: again }));
    expect(await screen.findByText('here: relations')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: failed })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('beside').value).toBe('typed');
  },
);

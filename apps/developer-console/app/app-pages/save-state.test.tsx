import { beforeEach, expect, jest, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { rejection } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { contentFixture, detailFixture } from './detail.fixture.ts';
import { listingDraft, type DraftPorts } from '../features/listing/listing-draft.ts';
import { SaveState } from './save-state.tsx';

function open(ports: Partial<DraftPorts>) {
  const draft = listingDraft(detailFixture(), {
    save: async () => {
      throw rejection('EDIT_CONFLICT', { revision: 6 }).toFailure();
    },
    reload: async () => detailFixture(),
    check: async () => ({}),
    ...ports,
  });
  const { element } = inShell(<SaveState draft={draft} savedAt={detailFixture().updated_at} />, {
    locale: 'en',
    words: en,
  });
  render(element);
  return draft;
}
const message = () => screen.getByRole('status').textContent?.trim();

beforeEach(() => localStorage.clear());

test('a conflicting field is shown as waiting for a choice, not as invalid', async () => {
  const theirs = contentFixture({ licence: 'GPL-3.0-only' });
  const draft = open({ reload: async () => detailFixture({ revision: 6, draft: theirs }) });
  act(() => draft.change({ licence: 'Apache-2.0' }));
  await act(() => draft.flush());
  await act(() => draft.flush());
  expect(message()).toMatch(/^1 field was also changed elsewhere and is not saved/);
  expect(message()).not.toContain('not right');
});

test('an invalid field is shown as an error', async () => {
  const draft = open({ check: async () => ({ licence: 'app_licence_required' }) });
  act(() => draft.change({ licence: '' }));
  await act(() => draft.flush());
  expect(message()).toMatch(/^1 field has an error/);
});

test('announces no automatic saves, but a failure and its recovery once', async () => {
  let away = false;
  const draft = open({
    save: async () => {
      if (away) throw rejection('INTERNAL', {}, 'away').toFailure();
      return {
        ...detailFixture(),
        revision: 6,
        saved_at: '2026-11-20T02:00:00.000Z',
        updated_at: '2026-11-20T02:00:00.000Z',
      } as never;
    },
  });
  const shown = () => document.querySelector('[data-save-state]')?.textContent?.trim();
  const write = async (licence: string) => {
    act(() => draft.change({ licence }));
    await act(() => draft.flush());
  };
  await write('MIT');
  expect(shown()).toMatch(/^Draft saved/);
  expect(message()).toBe('');
  away = true;
  await write('Apache-2.0');
  expect(message()).not.toBe('');
  expect(shown()).toBe(message());
  away = false;
  await act(() => draft.flush());
  expect(message()).toMatch(/^Draft saved/);
  await write('GPL-3.0-only');
  expect(message()).toBe('');
});

test('a refused save shows the server’s reason, stays restored on the next visit, and is sent again on request', async () => {
  const save = jest.fn(async () => {
    throw rejection('VALIDATION_FAILED', {}, 'Not like this').toFailure();
  });
  const draft = open({ save });
  expect(screen.queryByText(en.appPages.save.restored)).toBeNull();
  act(() => draft.change({ licence: 'Apache-2.0' }));
  await act(() => draft.flush());
  expect(message()).toContain(en.appPages.save.refused);
  expect(screen.getByText('Not like this')).toBeTruthy();
  screen.getByRole('button', { name: en.appPages.save.retry }).click();
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  draft.stop();
  cleanup();
  open({ save });
  expect(screen.getByText(en.appPages.save.restored)).toBeTruthy();
});

test.each([
  ['FORBIDDEN', en.appPages.save.forbidden],
  ['APP_NOT_FOUND', en.appPages.save.gone],
] as const)('a save refused with %s says why in this page’s words only', async (code, why) => {
  const draft = open({
    save: async () => {
      throw rejection(code, {}, 'The server’s words').toFailure();
    },
  });
  act(() => draft.change({ licence: 'Apache-2.0' }));
  await act(() => draft.flush());
  expect(message()).toBe(why);
  expect(screen.queryByText('The server’s words')).toBeNull();
  draft.stop();
});

import { beforeEach, expect, test } from '@jest/globals';
import type { ReviewDetail } from '@yunduo/api-contract';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { forgetWritten, sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useDecisionDraft } from './use-decision-draft.ts';

const submission = { version_id: 9, round: 1, checklist: { checks: [] } } as unknown as ReviewDetail;

function Words() {
  const { draft, change } = useDecisionDraft(submission);
  return (
    <input aria-label="Words" value={draft.text} onChange={({ target }) => change({ text: target.value })} />
  );
}

function openAs(id: number) {
  const view = inShell(<Words />, { locale: 'en', words: en, path: '/en/developer-center/review' });
  view.store.dispatch(sessionStarted({ token: `yd_${id}`, user: userFixture({ id }) }));
  const { unmount } = render(view.element);
  return { unmount, words: screen.getByRole<HTMLInputElement>('textbox', { name: 'Words' }) };
}

beforeEach(() => sessionStorage.clear());

test('the decision draft belongs to its reviewer and is removed at sign-out', async () => {
  const mine = openAs(1);
  await userEvent.type(mine.words, 'It borrows');
  mine.unmount();
  const other = openAs(2);
  expect(other.words.value).toBe('');
  other.unmount();
  const again = openAs(1);
  expect(again.words.value).toBe('It borrows');
  again.unmount();
  forgetWritten();
  expect(openAs(1).words.value).toBe('');
});

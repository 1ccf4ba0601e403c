import { beforeEach, expect, test } from '@jest/globals';
import { devApp, userInfo, type DevAppDetail } from '@yunduo/api-contract';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contentFixture, detailFixture, versionFixture } from '../../own-app/detail.fixture.ts';
import { EditPage } from './edit-page.tsx';

const screenshots = [1, 2].map((id) => ({
  id,
  src: `/uploads/${id}.png`,
  srcset: '',
  width: 1280,
  height: 800,
  alt: { zh: `图 ${id}`, en: `Picture ${id}` },
}));

function open(detail: DevAppDetail = detailFixture()) {
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, detail],
    [
      devApp.save,
      (input: Partial<DevAppDetail['draft']>) => ({
        ...detail,
        revision: detail.revision + 1,
        draft: {
          ...detail.draft,
          ...input,
          screenshots: input.screenshots ? detail.draft.screenshots.toReversed() : detail.draft.screenshots,
        },
      }),
    ],
  );
  tokenStorage.saveToken('yd_token');
  const view = inShell(<EditPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: '/en/developer-center/app-edit?id=7',
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  const sent = () => client.calls.filter(({ endpoint }) => endpoint.url === devApp.save.url);
  return { client, hand: userEvent.setup(), sent };
}

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

test('[R2.19] [R3.07] what is written is saved by itself, in both languages; the missing one says so', async () => {
  const { hand, sent } = open(detailFixture({ draft: contentFixture({ intro: { zh: '简介', en: '' } }) }));
  const intro = await screen.findByRole('textbox', { name: 'One-line intro (English)' });
  expect(screen.getByText('English is missing')).toBeTruthy();
  await hand.type(intro, 'Backs up');
  expect(screen.queryByText('English is missing')).toBeNull();
  await waitFor(() => expect(sent().at(-1)?.input).toMatchObject({ id: 7, revision: 5 }), { timeout: 4000 });
  expect(sent().at(-1)?.input).toMatchObject({ intro: { zh: '简介', en: 'Backs up' } });
  expect(await screen.findByText(/^Saved /)).toBeTruthy();
});

test('[R5.09] the checklist of the server leads to the field that lacks something', async () => {
  const fault = { path: 'licence', message: 'app_licence_required' };
  const { hand } = open(
    detailFixture({
      draft: contentFixture({ licence: '' }),
      checks: [{ field: 'licence', ok: false, message: 'app_licence_required', faults: [fault] }],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Still missing' });
  await hand.click(within(list).getByRole('button', { name: 'Licence' }));
  const licence = screen.getByRole('textbox', { name: 'Licence' });
  expect(document.activeElement).toBe(licence);
  expect(licence.getAttribute('aria-invalid')).toBe('true');
});

test('[R5.09] a screenshot of 3 MB is refused before it travels; one byte less goes', async () => {
  const { client } = open();
  const input = await screen.findByLabelText('Add a screenshot');
  const file = (bytes: number) => new File([new Uint8Array(bytes)], `${bytes}.png`, { type: 'image/png' });
  fireEvent.change(input, { target: { files: [file(3_145_728)] } });
  expect((await screen.findByRole('alert')).textContent).toContain('must be under 3 MB');
  expect(client.count(devApp.uploadScreenshot)).toBe(0);
  client.answer(devApp.uploadScreenshot, () => {
    throw silence();
  });
  fireEvent.change(input, { target: { files: [file(3_145_727)] } });
  await waitFor(() => expect(client.count(devApp.uploadScreenshot)).toBe(1));
  expect(await screen.findByRole('button', { name: 'Upload 3145727.png again' })).toBeTruthy();
});

test('[R3.07] screenshots change places by keyboard', async () => {
  const { hand, sent } = open(detailFixture({ draft: contentFixture({ screenshots }) }));
  const later = await screen.findByRole('button', { name: 'Move screenshot 1 back' });
  later.focus();
  await hand.keyboard('{Enter}');
  const alts = screen.getAllByRole<HTMLInputElement>('textbox', {
    name: /What screenshot \d shows \(English\)/,
  });
  expect(alts.map(({ value }) => value)).toEqual(['Picture 2', 'Picture 1']);
  await waitFor(() => expect(sent()).toHaveLength(1), { timeout: 4000 });
  expect(sent()[0]?.input).toMatchObject({ screenshots: [{ id: 2 }, { id: 1 }] });
});

test('[R3.07] what a reviewer asked for stands at its field', async () => {
  const suggestion = {
    id: 3,
    version_id: 11,
    round: 1,
    field: 'intro' as const,
    text: 'Say what it backs up.',
    created_at: '2026-11-19T07:08:00.000Z',
    resolved: false,
    answer: null,
    answered_at: null,
  };
  const version = versionFixture({ review_status: 'changes_requested', suggestions: [suggestion] });
  const { client, hand } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('Say what it backs up.');
  client.answer(devApp.suggestionAnswer, { ...suggestion, resolved: true });
  await hand.click(within(card).getByRole('button', { name: 'Mark as done' }));
  await waitFor(() =>
    expect(client.calls.find(({ endpoint }) => endpoint.url === devApp.suggestionAnswer.url)?.input).toEqual({
      id: 3,
      resolved: true,
    }),
  );
});

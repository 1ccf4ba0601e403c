import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { devApp, userInfo, type DevContent } from '@yunduo/api-contract';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { SCREENSHOT_ALT_MAX } from '@yunduo/validation';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contentFixture, detailFixture } from '../../app-pages/detail.fixture.ts';
import { ListingPage } from './listing-page.tsx';

jest.setTimeout(60_000);

const picture = (id: number) => ({ id, src: `/uploads/${id}.png`, srcset: '', width: 1280, height: 800 });
const file = (name: string) => new File(['x'], name, { type: 'image/png' });

function open(draft = contentFixture()) {
  const detail = detailFixture({ draft });
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, detail],
    [devApp.save, detail],
  );
  tokenStorage.saveToken('yd_token');
  const view = inShell(<ListingPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: '/en/developer-center/app-edit?id=7',
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  const { unmount } = render(view.element);
  const saved = () =>
    client.calls
      .filter(({ endpoint }) => endpoint.url === devApp.save.url)
      .map(({ input }) => (input as Partial<DevContent>).screenshots?.map(({ id }) => id));
  return { client, saved, unmount };
}

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

test('[R3.07] screenshots keep the order of selection, whatever the order of arrival', async () => {
  const stored = { ...picture(9), alt: { zh: '', en: '' } };
  const { client, saved } = open(contentFixture({ screenshots: [stored] }));
  const arrive = new Map<string, (value: ReturnType<typeof picture>) => void>();
  client.answer(
    devApp.uploadScreenshot,
    (form: FormData) => new Promise((resolve) => arrive.set((form.get('file') as File).name, resolve)),
  );
  const input = await screen.findByLabelText('Add a screenshot');
  fireEvent.change(input, { target: { files: ['a.png', 'b.png', 'c.png'].map(file) } });
  await waitFor(() => expect(arrive.size).toBe(3));
  for (const [place, name] of ['b.png', 'c.png', 'a.png'].entries()) {
    arrive.get(name)?.(picture({ 'a.png': 1, 'b.png': 2, 'c.png': 3 }[name] ?? 0));
    await screen.findByRole('img', { name: `Screenshot ${place + 2}` });
  }
  await waitFor(() => expect(saved().at(-1)).toEqual([9, 1, 2, 3]));
  // Dragged onto another one it takes its place.
  const [stays, moves] = screen.getByRole('list', { name: 'Screenshots' }).children;
  const dataTransfer = { types: ['text/plain'], files: [], setData: () => undefined };
  fireEvent.dragStart(moves as Element, { dataTransfer });
  fireEvent.drop(stays as Element, { dataTransfer });
  await waitFor(() => expect(saved().at(-1)).toEqual([1, 9, 2, 3]));
});

test('a screenshot removed during upload aborts its request and does not come back', async () => {
  const { client, saved } = open();
  const arrived = Promise.withResolvers<ReturnType<typeof picture>>();
  const signals: (AbortSignal | undefined)[] = [];
  client.answer(devApp.uploadScreenshot, (_input: never, signal) => {
    signals.push(signal);
    return arrived.promise;
  });
  const input = await screen.findByLabelText('Add a screenshot');
  fireEvent.change(input, { target: { files: [file('a.png')] } });
  const cancel = await screen.findByRole('button', { name: 'Cancel upload of a.png' });
  await waitFor(() => expect(signals).toHaveLength(1));
  // The answer arrives at the same moment as the cancellation.
  arrived.resolve(picture(1));
  fireEvent.click(cancel);
  await act(async () => {
    await arrived.promise;
  });
  expect(signals[0]?.aborted).toBe(true);
  expect(screen.queryByRole('img', { name: 'Screenshot 1' })).toBeNull();
  expect(screen.queryByText('a.png')).toBeNull();
  expect(saved()).toEqual([]);
});

test('unmounting aborts an upload', async () => {
  const { client, unmount } = open();
  const signals: (AbortSignal | undefined)[] = [];
  client.answer(devApp.uploadScreenshot, (_input: never, signal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  const input = await screen.findByLabelText('Add a screenshot');
  fireEvent.change(input, { target: { files: [file('a.png')] } });
  await waitFor(() => expect(signals).toHaveLength(1));
  unmount();
  expect(signals[0]?.aborted).toBe(true);
});

test('a pasted description that is too long is not cut, and the server’s limit is shown at it', async () => {
  const { client } = open();
  client.answer(devApp.uploadScreenshot, () => picture(1));
  fireEvent.change(await screen.findByLabelText('Add a screenshot'), { target: { files: [file('a.png')] } });
  const alt = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Description of screenshot 1 (English)',
  });
  client.answer(devApp.save, () => {
    throw rejection('VALIDATION_FAILED', { fields: { 'screenshots[0].alt.en': 'screenshot_alt_length' } });
  });
  const hand = userEvent.setup({ delay: null });
  await hand.click(alt);
  // A limit in the field would count an emoji twice.
  await hand.paste('🧭'.repeat(SCREENSHOT_ALT_MAX + 1));
  expect([...alt.value]).toHaveLength(SCREENSHOT_ALT_MAX + 1);
  expect(await screen.findByText('Use up to 120 characters')).toBeTruthy();
  expect(alt.getAttribute('aria-invalid')).toBe('true');
});

test('rejects HEIC photos and names the camera setting', async () => {
  const { client } = open();
  const input = await screen.findByLabelText('Add a screenshot');
  fireEvent.change(input, { target: { files: [new File(['x'], 'IMG_1.heic')] } });
  expect(await screen.findByText(/Save this photo as JPEG/)).toBeTruthy();
  expect(client.count(devApp.uploadScreenshot)).toBe(0);
});

describe('screenshot size', () => {
  const closed = jest.fn();
  const decoded = (width: number, height: number) => ({ width, height, close: closed });
  const sizes = new Map<string, [number, number]>();
  const decode = async (picture: File) => {
    const size = sizes.get(picture.name);
    if (!size) throw new DOMException('no picture', 'InvalidStateError');
    return decoded(...size);
  };
  beforeEach(() => {
    closed.mockClear();
    Object.assign(window, { createImageBitmap: decode });
  });
  afterEach(() => void Reflect.deleteProperty(window, 'createImageBitmap'));

  test('rejects a small screenshot before the upload; uploads an upright or unreadable one', async () => {
    const { client } = open();
    client.answer(devApp.uploadScreenshot, () => picture(1));
    sizes.set('small.png', [639, 360]).set('upright.png', [360, 640]);
    const input = await screen.findByLabelText('Add a screenshot');
    fireEvent.change(input, { target: { files: [file('small.png')] } });
    expect(
      await screen.findByText('A screenshot must be under 3 MB and at least 640 × 360 pixels', {
        selector: '[data-state] > p',
      }),
    ).toBeTruthy();
    expect(client.count(devApp.uploadScreenshot)).toBe(0);
    expect(screen.queryByRole('button', { name: 'Upload small.png again' })).toBeNull();
    fireEvent.change(input, { target: { files: [file('upright.png')] } });
    await screen.findByRole('img', { name: 'Screenshot 1' });
    // Its pixels are not held beyond their count.
    expect(closed).toHaveBeenCalledTimes(2);
    client.answer(devApp.uploadScreenshot, () => picture(2));
    fireEvent.change(input, { target: { files: [file('unreadable.avif')] } });
    await screen.findByRole('img', { name: 'Screenshot 2' });
    expect(client.count(devApp.uploadScreenshot)).toBe(2);
  });
});

test('blocks unloading only while an upload is in progress', async () => {
  const { client } = open();
  const arrived = Promise.withResolvers<ReturnType<typeof picture>>();
  client.answer(devApp.uploadScreenshot, () => arrived.promise);
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const input = await screen.findByLabelText('Add a screenshot');
  expect(asks()).toBe(false);
  fireEvent.change(input, { target: { files: [file('a.png')] } });
  expect(asks()).toBe(true);
  arrived.resolve(picture(1));
  await screen.findByRole('img', { name: 'Screenshot 1' });
  expect(asks()).toBe(false);
});

test('[R5.09] says how many pictures beyond the fifth were not uploaded', async () => {
  const { client } = open();
  client.answer(devApp.uploadScreenshot, () => {
    throw silence();
  });
  const input = await screen.findByLabelText('Add a screenshot');
  const names = [1, 2, 3, 4, 5, 6, 7].map((number) => `${number}.png`);
  fireEvent.change(input, { target: { files: names.map(file) } });
  expect(await screen.findByText('Add up to 5. 2 were not uploaded.')).toBeTruthy();
  const full = screen.getByRole('list', { name: 'Screenshots' });
  fireEvent.drop(full, { dataTransfer: { types: ['Files'], files: [file('8.png')] } });
  expect(await screen.findByText('Add up to 5. 1 was not uploaded.')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove 1.png' }));
  expect(screen.queryByText(/were not uploaded/)).toBeNull();
});

test('[R5.09] hides the add tile after the fifth picture', async () => {
  const { client, saved } = open();
  let id = 0;
  client.answer(devApp.uploadScreenshot, () => picture((id += 1)));
  const input = () => screen.getByLabelText('Add a screenshot');
  await screen.findByLabelText('Add a screenshot');
  fireEvent.change(input(), { target: { files: ['1', '2', '3', '4'].map(file) } });
  await screen.findByRole('img', { name: 'Screenshot 4' });
  fireEvent.change(input(), { target: { files: [file('5')] } });
  await screen.findByRole('img', { name: 'Screenshot 5' });
  await waitFor(() => expect(saved().at(-1)).toEqual([1, 2, 3, 4, 5]));
  expect(screen.queryByLabelText('Add a screenshot')).toBeNull();
  expect(screen.queryByText(/not uploaded/)).toBeNull();
});

test('offers no retry for a permanently rejected picture', async () => {
  const { client } = open();
  client.answer(devApp.uploadLogo, () => {
    throw rejection('LOGO_SIZE');
  });
  fireEvent.change(await screen.findByLabelText('Add a logo'), { target: { files: [file('wide.png')] } });
  expect(await screen.findByRole('button', { name: 'Remove wide.png' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upload wide.png again' })).toBeNull();
});

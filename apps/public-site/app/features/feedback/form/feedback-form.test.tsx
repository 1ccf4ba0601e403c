import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { captcha, feedback, type FeedbackAttachment } from '@yunduo/api-contract';
import { captchaChallenge, copied, inShell, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { FEEDBACK } from '@yunduo/validation';
import { FeedbackForm } from './feedback-form.tsx';

jest.setTimeout(60_000);

let client: FakeClient;
let made = 0;
/** Previews that the browser no longer keeps. */
let freed: string[] = [];
const attachment = (kind: FeedbackAttachment['kind'], name: string): FeedbackAttachment => ({
  id: (made += 1),
  kind,
  name,
  size: 10,
  human_size: '10 B',
  width: kind === 'picture' ? 1 : null,
  height: kind === 'picture' ? 1 : null,
  url: '/api/feedback/file?link=a',
  preview_url: null,
});
const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const nameOf = (input: { get: (name: string) => File }) => input.get('file').name;

beforeEach(() => {
  made = 0;
  sessionStorage.clear();
  client = fakeClient([captcha.challenge, () => new Promise(() => undefined)]);
  client.answer(feedback.upload, (input: never) => attachment('picture', nameOf(input)));
  client.answer(feedback.discard, null);
  freed = [];
  URL.createObjectURL = (file) => `blob:${(file as File).name}`;
  URL.revokeObjectURL = (url) => void freed.push(url);
});
afterEach(() => sessionStorage.clear());

function open({ signedIn = true, locale = 'en' as 'zh' | 'en', search = '' } = {}) {
  const view = inShell(<FeedbackForm />, {
    client,
    locale,
    words: locale === 'zh' ? zh : en,
    path: `${locale === 'zh' ? '' : '/en'}/feedback${search}`,
    routes: [
      { path: '/login', element: <h1>sign-in</h1> },
      { path: '/en/login', element: <h1>sign-in</h1> },
    ],
  });
  const shown = render(view.element);
  if (signedIn) act(() => void view.store.dispatch(sessionStarted({ token: 'yd_1', user: userFixture() })));
  return { ...view, ...shown };
}
const files = () => screen.getByRole('list', { name: 'Attachments' });
const choose = (chosen: File[]) =>
  userEvent.upload(screen.getByLabelText('Add a picture or video'), chosen, { applyAccept: false });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send feedback' }));

describe('[R3.13] feedback form', () => {
  test('offers four types and shows missing fields before any request', async () => {
    open();
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'suggestion',
      'defect',
      'document',
      'other',
    ]);
    await submit();
    expect(await screen.findByText(en.feedback.type)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]));
    expect(client.calls).toEqual([]);
  });

  test('shows a field for the selected contact only', async () => {
    open();
    const kind = screen.getByLabelText('Contact details (optional)');
    expect(
      within(kind)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['None', 'QQ', 'Phone', 'WeChat']);
    expect(screen.getByText(en.feedback.contact_hint)).toBeTruthy();
    await userEvent.selectOptions(kind, 'qq');
    expect(screen.queryByText(en.feedback.contact_hint)).toBeNull();
    await userEvent.type(screen.getByLabelText('QQ number'), '12');
    await submit();
    expect(await screen.findByText(/5 to 12 digits/)).toBeTruthy();
    await userEvent.selectOptions(kind, '');
    expect(screen.queryByLabelText('QQ number')).toBeNull();
  });

  test.each([
    ['qq', 'QQ number', 'numeric', 'off'],
    ['phone', 'Phone number', 'tel', 'tel'],
    ['wechat', 'WeChat ID', 'text', 'off'],
  ])('the contact %s has its own keyboard and autofill', async (kind, label, keyboard, autofill) => {
    open();
    await userEvent.selectOptions(screen.getByLabelText('Contact details (optional)'), kind);
    const field = screen.getByLabelText(label);
    expect(
      ['name', 'inputmode', 'autocomplete', 'spellcheck'].map((name) => field.getAttribute(name)),
    ).toEqual(['contact_value', keyboard, autofill, 'false']);
  });
});

test('[R5.06] a title has at most 64 characters, counted by code point', async () => {
  open();
  await userEvent.click(screen.getByRole('textbox', { name: 'Title' }));
  // A character that came along unseen is not stored, so it is not counted.
  await userEvent.paste('\u200b' + '舵'.repeat(63) + '🛞');
  expect(screen.getByText('64/64').closest('[data-over]')).toBeNull();
  await submit();
  await screen.findAllByText(/./);
  const title = screen.getByRole('textbox', { name: 'Title' });
  await waitFor(() => expect(screen.getAllByRole('radio')[0]).toBe(document.activeElement));
  expect(title.getAttribute('aria-invalid')).toBeNull();
  await userEvent.click(title);
  await userEvent.paste('舵');
  expect(screen.getByText('65/64').closest('[data-over]')).toBeTruthy();
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
});

describe('attachments', () => {
  test('[R5.06] accepts pictures and videos within their limits; each error is shown on its tile', async () => {
    open();
    const large = png('large.png');
    Object.defineProperty(large, 'size', { value: FEEDBACK.pictureBytesMax + 1 });
    await choose([png('good.png'), new File(['x'], 'notes.pdf', { type: 'application/pdf' }), large]);
    expect(await within(files()).findByRole('img', { name: 'good.png' })).toBeTruthy();
    const errors = within(files())
      .getAllByRole('alert')
      .map(({ textContent }) => textContent);
    expect(errors).toEqual([
      'notes.pdf Only images (PNG, JPEG, WebP, GIF, AVIF) or videos (MP4, MOV, WebM)',
      'large.png 10.1 MB. The limit is 10 MB.',
    ]);
    expect(client.count(feedback.upload)).toBe(1);
  });

  test('[R5.06] accepts a picture and a video of exactly the limit', async () => {
    open();
    const video = new File(['x'], 'run.mp4', { type: 'video/mp4' });
    Object.defineProperty(video, 'size', { value: FEEDBACK.videoBytesMax });
    const picture = png('full.png');
    Object.defineProperty(picture, 'size', { value: FEEDBACK.pictureBytesMax });
    await choose([picture, video]);
    await waitFor(() => expect(client.count(feedback.upload)).toBe(2));
    expect(within(files()).queryByRole('alert')).toBeNull();
  });

  test('accepts five and says how many were not added', async () => {
    open();
    await choose(['1.png', '2.png', '3.png', '4.png', '5.png', '6.png'].map(png));
    expect(await screen.findByText('Add up to 5. 1 could not be added.')).toBeTruthy();
    expect(screen.queryByLabelText('Add a picture or video')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove 1.png' }));
    expect(screen.queryByText(/could not be added/)).toBeNull();
  });

  test('discards a removed upload on the server and ignores that it is already gone', async () => {
    open();
    await choose([png('one.png'), png('two.png')]);
    expect(await screen.findByRole('img', { name: 'two.png' })).toBeTruthy();
    await waitFor(() => expect(messageOrToast('status')).toContain('two.png uploaded'));
    client.answer(feedback.discard, () => {
      throw rejection('FEEDBACK_FILE_NOT_FOUND');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.png' }));
    await waitFor(() => expect(messageOrToast('status')).toContain('one.png removed'));
    await waitFor(() => expect(client.count(feedback.discard)).toBe(1));
    expect(client.calls.at(-1)).toMatchObject({ input: { id: 1 } });
    // A file that is already gone is no error for the user.
    expect(screen.queryByRole('img', { name: 'one.png' })).toBeNull();
    expect(messageOrToast('alert')).toBe('');
  });

  test('retries or removes a failed upload', async () => {
    client.answer(feedback.upload, () => {
      throw silence();
    });
    open();
    await choose([png('one.png')]);
    expect(await screen.findByText(/Upload interrupted/)).toBeTruthy();
    client.answer(feedback.upload, (input: never) => attachment('picture', nameOf(input)));
    await userEvent.click(screen.getByRole('button', { name: 'Upload one.png again' }));
    expect(await screen.findByRole('img', { name: 'one.png' })).toBeTruthy();
    expect(freed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.png' }));
    expect(screen.queryByRole('img', { name: 'one.png' })).toBeNull();
    expect(freed).toEqual(['blob:one.png']);
  });

  test.each([
    ['is still uploading', () => new Promise<never>(() => undefined), en.feedback.file.still],
    [
      'failed to upload',
      () => {
        throw silence();
      },
      en.feedback.file.failed,
    ],
  ])('nothing is sent while a file %s', async (_what, answer, text) => {
    client.answer(feedback.upload, answer);
    open();
    await userEvent.click(screen.getAllByRole('radio')[0] as HTMLElement);
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'It stops' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), {
      target: { value: 'It stops after a minute.' },
    });
    await choose([png('one.png')]);
    await submit();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /one\.png$/ }));
    expect(screen.queryByText(text)).toBeNull();
  });

  test.each([
    ['en', 'Settings > Camera > Formats > Most Compatible'],
    ['zh', '“设置 > 相机 > 格式”里选择“兼容性最佳”'],
  ] as const)('rejects HEIC photos and names the camera setting (%s)', async (locale, way) => {
    open({ locale });
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await userEvent.upload(
      input as HTMLInputElement,
      [new File(['x'], 'IMG_1.HEIC'), new File(['x'], 'two', { type: 'image/heif' })],
      { applyAccept: false },
    );
    const reported = await screen.findAllByRole('alert');
    expect(reported.map(({ textContent }) => textContent?.includes(way)).filter(Boolean)).toHaveLength(2);
    expect(client.count(feedback.upload)).toBe(0);
    expect(input?.accept).toBe(
      'image/png,image/jpeg,image/webp,image/gif,image/avif,video/mp4,video/quicktime,video/webm',
    );
  });

  test('cancelling aborts the request and ignores its response', async () => {
    let arrive: (stored: FeedbackAttachment) => void = () => undefined;
    const signals: (AbortSignal | undefined)[] = [];
    client.answer(feedback.upload, (_input: never, signal) => {
      signals.push(signal);
      return new Promise<FeedbackAttachment>((resolve) => (arrive = resolve));
    });
    const { unmount } = open();
    await choose([png('slow.png')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload of slow.png' }));
    await act(async () => arrive(attachment('picture', 'slow.png')));
    expect(within(files()).queryByText('slow.png')).toBeNull();
    expect(screen.queryByRole('img', { name: 'slow.png' })).toBeNull();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    // An upload is also cancelled when the page unmounts.
    await choose([png('left.png')]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    unmount();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });

  test('a visitor who drops a file beside the drop zone stays on the form; dropped text is left to the browser', () => {
    const { unmount } = open();
    const title = screen.getByRole('textbox', { name: 'Title' });
    const dropped = (types: string[]) =>
      [createEvent.dragOver, createEvent.drop].map((create) => {
        const event = create(title, { dataTransfer: { types, files: [], dropEffect: 'copy' } });
        fireEvent(title, event);
        return event.defaultPrevented;
      });
    expect(dropped(['Files'])).toEqual([true, true]);
    expect(dropped(['text/plain'])).toEqual([false, false]);
    expect(client.count(feedback.upload)).toBe(0);
    unmount();
    const after = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } });
    fireEvent(document.body, after);
    expect(after.defaultPrevented).toBe(false);
  });

  test('shows a rejection in the server’s words and offers a retry only if it may help', async () => {
    client.answer(feedback.upload, () => {
      throw rejection('MEDIA_TYPE', {}, 'Not a picture or a video.');
    });
    open();
    await choose([png('fake.png')]);
    expect(await screen.findByText('Not a picture or a video.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upload fake.png again' })).toBeNull();
    client.answer(feedback.upload, () => {
      throw rejection('TOO_MANY_REQUESTS', {}, 'Wait a little.');
    });
    await choose([png('late.png')]);
    expect(await screen.findByText('Wait a little.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload late.png again' })).toBeTruthy();
    client.answer(feedback.upload, () => {
      throw rejection('INTERNAL', {}, 'A row is missing.');
    });
    await choose([png('lost.png')]);
    expect(await screen.findByText(en.feedback.file.broken)).toBeTruthy();
    expect(screen.queryByText('A row is missing.')).toBeNull();
  });
});

describe('signed-out visitor', () => {
  test('must sign in to submit, in both languages; cancel keeps the form', async () => {
    for (const [locale, button, message, cancel] of [
      ['zh', '提交反馈', '您尚未登录，请先登录！', '取消'],
      ['en', 'Send feedback', 'You are not logged in yet. Please log in first!', 'Cancel'],
    ] as const) {
      const { unmount } = open({ signedIn: false, locale });
      await userEvent.click(screen.getByRole('button', { name: button }));
      expect(within(await screen.findByRole('dialog')).getByText(message)).toBeTruthy();
      await userEvent.click(screen.getByRole('button', { name: cancel }));
      expect(screen.queryByRole('dialog')).toBeNull();
      unmount();
    }
    expect(client.calls).toEqual([]);
  });

  test('must sign in to attach a file', async () => {
    open({ signedIn: false });
    await choose([png('one.png')]);
    expect(await screen.findByRole('dialog', { name: 'Sign in to send feedback' })).toBeTruthy();
    expect(client.calls).toEqual([]);
  });

  test('returns from sign-in to the restored draft', async () => {
    const { router, unmount } = open({ signedIn: false, search: '?view=form' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'The cursor jumps');
    await userEvent.click(screen.getByRole('radio', { name: 'Product defect' }));
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/en/login?from=%2Fen%2Ffeedback%3Fview%3Dform',
    );
    unmount();
    open();
    expect(await screen.findByText('The text was restored.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('The cursor jumps');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Product defect' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('');
  });
});

test('a visitor sees from the start that sending needs an account; a signed-in user does not', () => {
  const { unmount } = open({ signedIn: false, search: '?view=form' });
  expect(screen.getByText(new RegExp(en.feedback.needs_account))).toBeTruthy();
  expect(screen.getByRole('link', { name: en.feedback.sign_in.go }).getAttribute('href')).toBe(
    '/en/login?from=%2Fen%2Ffeedback%3Fview%3Dform',
  );
  unmount();
  open();
  expect(screen.queryByText(new RegExp(en.feedback.needs_account))).toBeNull();
});

describe('sending', () => {
  const solve = async () => {
    await submit();
    const slider = await screen.findByRole('slider');
    await waitFor(() => expect(slider).not.toHaveProperty('ariaDisabled', 'true'));
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.keyDown(slider, { key: 'Enter' });
  };
  const write = async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'Product defect' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'It stops' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), {
      target: { value: 'After a minute.' },
    });
  };
  const sentNow = () => client.calls.filter(({ endpoint }) => endpoint === feedback.submit);
  beforeEach(() => {
    client.answer(captcha.extend, { expires_in: 86_400 });
    client.answer(captcha.verify, { ticket: 'ticket-1', expires_in: 180 });
  });

  test('takes the contact and the ticket of the slider along, and a refused contact is shown at its field', async () => {
    client.answer(captcha.challenge, captchaChallenge);
    client.answer(feedback.submit, () => {
      throw rejection('VALIDATION_FAILED', { fields: { 'contact.value': 'field_invalid' } });
    });
    open();
    await write();
    await userEvent.selectOptions(screen.getByLabelText('Contact details (optional)'), 'qq');
    await userEvent.type(screen.getByLabelText('QQ number'), '123456');
    await solve();
    await waitFor(() => expect(screen.getByLabelText('QQ number').getAttribute('aria-invalid')).toBe('true'));
    expect(client.calls.find(({ endpoint }) => endpoint === captcha.challenge)?.input).toEqual({
      scene: 'feedback',
    });
    expect(sentNow().map(({ input }) => input)).toEqual([
      {
        type: 'defect',
        title: 'It stops',
        description: 'After a minute.',
        contact: { kind: 'qq', value: '123456' },
        attachment_ids: [],
        captcha_ticket: 'ticket-1',
      },
    ]);
  });

  test('a closed slider sends nothing and keeps the form', async () => {
    open();
    await write();
    await submit();
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('button', { name: 'Send feedback', busy: false })).toBeTruthy();
    expect([sentNow(), screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value]).toEqual([
      [],
      'It stops',
    ]);
  });
});

test('a stored draft that this form did not write changes only what it may', async () => {
  sessionStorage.setItem(
    'typed:feedback',
    JSON.stringify({
      values: { title: 'Kept', description: 7, type: null, more: 'x' },
      files: [
        { name: 'a.png', id: 1, picture: 'https://evil.example/a.png', until: 9e15 },
        { name: 'b.png', id: '2', picture: '/b.png', until: 9e15 },
        { name: 'c.png', id: 3, picture: '/c.png', until: 'x' },
        { id: 4 },
        null,
      ],
    }),
  );
  open();
  expect(await screen.findByText(en.feedback.restored.files)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Kept');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Description' }).value).toBe('');
  expect(within(files()).queryByRole('img')).toBeNull();
  expect(
    within(files())
      .getAllByRole('button', { name: /^Remove/ })
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Remove a.png', 'Remove b.png', 'Remove c.png']);
  expect(
    within(files())
      .getAllByRole('alert')
      .map(({ textContent }) => textContent),
  ).toEqual([`b.png ${en.feedback.file.gone}`]);
});

describe('restored attachments', () => {
  /** Fills in the form with an uploaded file, and leaves. */
  async function leave() {
    const { unmount } = open();
    await userEvent.click(screen.getByRole('radio', { name: 'Product defect' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'With a picture');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'See there.');
    await choose([png('one.png')]);
    await screen.findByRole('img', { name: 'one.png' });
    return unmount;
  }

  test('show their preview after a reload while its link is valid', async () => {
    client.answer(feedback.upload, (input: never) => ({
      ...attachment('picture', nameOf(input)),
      preview_url: '/api/feedback/file?link=b',
    }));
    (await leave())();
    const { unmount } = open();
    expect(await screen.findByText(en.feedback.restored.files)).toBeTruthy();
    const picture = within(files()).getByRole('img', { name: 'one.png' });
    expect(picture.getAttribute('src')).toBe('/api/feedback/file?link=b');
    unmount();

    const later = Date.now() + FEEDBACK.link;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    open();
    expect(await within(files()).findByText('one.png')).toBeTruthy();
    expect(within(files()).queryByRole('img')).toBeNull();
    clock.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(within(files()).queryByText('one.png')).toBeNull();
    expect(screen.queryByText(en.feedback.restored.files)).toBeNull();
    expect(client.count(feedback.upload)).toBe(1);
    // The server need not keep what was cleared.
    await waitFor(() => expect(client.count(feedback.discard)).toBe(1));
    expect(client.calls.at(-1)?.input).toEqual({ id: 1 });
  });

  test('no longer on the server: shows an error on the tile and a way to add it again', async () => {
    (await leave())();
    expect(freed).toEqual(['blob:one.png']);
    freed = [];
    client.answer(captcha.challenge, captchaChallenge);
    client.answer(captcha.extend, { expires_in: 86_400 });
    client.answer(captcha.verify, { ticket: 'ticket-1', expires_in: 180 });
    client.answer(feedback.submit, () => {
      throw rejection('ATTACHMENT_INVALID', { fields: { attachment_ids: 'attachment_unknown' } });
    });
    open();
    await within(files()).findByText('one.png');
    await choose([png('two.png')]);
    await within(files()).findByRole('img', { name: 'two.png' });
    const send = async () => {
      await submit();
      const slider = await screen.findByRole('slider');
      await waitFor(() => expect(slider).not.toHaveProperty('ariaDisabled', 'true'));
      fireEvent.keyDown(slider, { key: 'ArrowRight' });
      fireEvent.keyDown(slider, { key: 'Enter' });
    };
    await send();
    expect(await within(files()).findByText(en.feedback.file.gone)).toBeTruthy();
    expect(client.calls.find(({ endpoint }) => endpoint === feedback.submit)?.input).toMatchObject({
      title: 'With a picture',
      attachment_ids: [1, 2],
    });
    expect(freed).toEqual(['blob:two.png']);
    expect(screen.queryByRole('button', { name: 'Upload one.png again' })).toBeNull();
    for (const name of ['one.png', 'two.png'])
      await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
    const more = ['3.png', '4.png', '5.png', '6.png'];
    await choose(['one.png', ...more, '7.png'].map(png));
    expect(await within(files()).findByRole('img', { name: 'one.png' })).toBeTruthy();
    expect(await within(files()).findByRole('img', { name: '6.png' })).toBeTruthy();
    expect(screen.getByText(/could not be added/)).toBeTruthy();

    client.answer(feedback.submit, { no: 'FB20261127-AAAAA' });
    await send();
    const heading = await screen.findByRole('heading', { name: en.feedback.sent.heading });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('term').nextElementSibling?.textContent).toContain('FB20261127-AAAAA');
    expect(freed).toEqual(['two.png', 'one.png', ...more].map((name) => `blob:${name}`));
    expect(screen.getByRole('link', { name: en.feedback.sent.see }).getAttribute('href')).toBe(
      '/en/feedback?no=FB20261127-AAAAA',
    );
    expect(await copied()).toEqual([[en.feedback.sent.copy, 'FB20261127-AAAAA']]);
    await userEvent.click(screen.getByRole('button', { name: en.feedback.sent.another }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('');
    expect(screen.queryByText('one.png')).toBeNull();
    expect(screen.queryByText(/could not be added/)).toBeNull();
    // The file belongs to the ticket.
    expect(client.calls.filter(({ endpoint }) => endpoint === feedback.discard)).toHaveLength(0);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('With a picture');
  });

  test('ask for an interrupted upload again and drop a rejected file', async () => {
    client.answer(feedback.upload, () => new Promise(() => undefined));
    const { unmount } = open();
    await choose([png('slow.png'), new File(['x'], 'notes.pdf', { type: 'application/pdf' })]);
    await screen.findByText(/Only images/);
    unmount();
    open();
    expect(await within(files()).findByRole('alert')).toHaveProperty(
      'textContent',
      `slow.png ${en.feedback.file.gone}`,
    );
    // No file is left to upload again.
    expect(screen.queryByRole('button', { name: 'Upload slow.png again' })).toBeNull();
    expect(screen.queryByText(en.feedback.restored.files)).toBeNull();
  });
});

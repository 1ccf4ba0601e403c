import { expect, jest, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileText } from './file-text.tsx';

const onText = jest.fn<(text: string) => void>();

function open(max = 100) {
  onText.mockReset();
  const field = { name: 'request', value: '', onChange: () => undefined, onBlur: () => undefined };
  render(
    inShell(
      <FileText
        labels={{ file: 'The file', text: 'Its text', tooLarge: 'Too large' }}
        max={max}
        field={field as never}
        error={undefined}
        onText={onText}
      />,
      { locale: 'en', words: en },
    ).element,
  );
  return { hand: userEvent.setup(), input: screen.getByLabelText<HTMLInputElement>('The file') };
}
const file = (text: string) => new File([text], 'request.json', { type: 'application/json' });

test('passes the file’s text on and accepts the same file again', async () => {
  const { hand, input } = open();
  await hand.upload(input, file('{"a":1}'));
  await waitFor(() => expect(onText.mock.calls).toEqual([['{"a":1}']]));
  expect(input.value).toBe('');
  expect(input.getAttribute('aria-invalid')).not.toBe('true');
});

test('does not read a file of another kind that is gigabytes long, and takes one of the longest text', async () => {
  const { hand, input } = open(5);
  const disk = file('x'.repeat(19));
  const text = jest.spyOn(disk, 'text');
  await hand.upload(input, disk);
  expect(await screen.findByText('Too large')).toBeTruthy();
  expect(text).not.toHaveBeenCalled();
  await hand.upload(input, file('数据库备份'));
  await waitFor(() => expect(onText.mock.calls).toEqual([['数据库备份']]));
});

test('a file dropped beside its field does not replace the page', () => {
  open();
  const event = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } });
  fireEvent(document.body, event);
  expect(event.defaultPrevented).toBe(true);
});

test('shows an error for an unreadable file until another is chosen', async () => {
  const { hand, input } = open();
  const away = Object.assign(file(''), {
    text: () => Promise.reject(new DOMException('away', 'NotReadableError')),
  });
  await hand.upload(input, away);
  expect(await screen.findByText(en.licences.offline_form.unreadable)).toBeTruthy();
  expect(onText).not.toHaveBeenCalled();
  await hand.upload(input, file('{"a":2}'));
  await waitFor(() => expect(onText.mock.calls).toEqual([['{"a":2}']]));
  expect(screen.queryByText(en.licences.offline_form.unreadable)).toBeNull();
});

test('a file that is read, or fails, after another was chosen changes nothing', async () => {
  const { hand, input } = open();
  const slow = () => {
    const read = Promise.withResolvers<string>();
    return { ...read, file: Object.assign(file(''), { text: () => read.promise }) };
  };
  const [first, second] = [slow(), slow()];
  await hand.upload(input, first.file);
  await hand.upload(input, second.file);
  await hand.upload(input, file('{"a":3}'));
  await waitFor(() => expect(onText.mock.calls).toEqual([['{"a":3}']]));
  await act(async () => {
    first.resolve('{"a":1}');
    second.reject(new DOMException('away', 'NotReadableError'));
  });
  expect(onText).toHaveBeenCalledTimes(1);
  expect(screen.queryByText(en.licences.offline_form.unreadable)).toBeNull();
});

test.each([
  [10, false],
  [11, true],
])('with a limit of 10, a text of %i characters is too large: %p', async (length, rejected) => {
  const { hand, input } = open(10);
  await hand.upload(input, file('x'.repeat(length)));
  await waitFor(() => expect(onText.mock.calls.length + screen.queryAllByText('Too large').length).toBe(1));
  expect(screen.queryAllByText('Too large')).toHaveLength(rejected ? 1 : 0);
});

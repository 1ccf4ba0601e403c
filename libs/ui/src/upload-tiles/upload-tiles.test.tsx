import { expect, jest, test } from '@jest/globals';
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expectAccessible } from '../testing.ts';
import { UploadTiles, type UploadItem, type UploadWords } from './upload-tiles.tsx';

const words: UploadWords = {
  add: 'Add',
  drop: 'Let go',
  uploaded: (name) => `${name} uploaded`,
  removed: (name) => `${name} removed`,
  uploading: (name) => `Uploading ${name}`,
  remove: (name) => `Remove ${name}`,
  cancel: (name) => `Cancel ${name}`,
  retry: (name) => `Retry ${name}`,
};
const file = (name: string) => new File(['x'], name, { type: 'image/png' });

function open(items: readonly UploadItem[], room = 5) {
  const hear = {
    onFiles: jest.fn<(files: File[]) => void>(),
    onRemove: jest.fn<(key: string) => void>(),
    onRetry: jest.fn<(key: string) => void>(),
    onMove: jest.fn<(key: string, to: string) => void>(),
  };
  const view = render(
    <UploadTiles label="Pictures" items={items} words={words} accept="image/*" room={room} {...hear} />,
  );
  return { ...hear, ...view };
}
const names = (files: File[] | undefined) => files?.map(({ name }) => name);

test('accepts selected files, including the same file twice', async () => {
  const { onFiles, container } = open([]);
  const input = screen.getByLabelText<HTMLInputElement>('Add');
  await userEvent.upload(input, [file('a.png'), file('b.png')]);
  expect(names(onFiles.mock.calls[0]?.[0])).toEqual(['a.png', 'b.png']);
  await userEvent.upload(input, [file('a.png')]);
  expect(onFiles).toHaveBeenCalledTimes(2);
  await expectAccessible(container);
});

test('accepts dropped and pasted files and shows a drop hint during dragover', () => {
  const { onFiles } = open([]);
  const list = screen.getByRole('list', { name: 'Pictures' });
  const transfer = { types: ['Files'], files: [file('dropped.png')] };
  fireEvent.dragOver(list, { dataTransfer: transfer });
  expect(screen.getByText('Let go')).toBeTruthy();
  fireEvent.drop(list, { dataTransfer: transfer });
  expect(screen.getByText('Add')).toBeTruthy();
  fireEvent.paste(list, { clipboardData: { files: [file('pasted.png')] } });
  expect(onFiles.mock.calls.map(([files]) => names(files))).toEqual([['dropped.png'], ['pasted.png']]);
});

test('leaves dragged text to the browser', () => {
  open([]);
  const list = screen.getByRole('list', { name: 'Pictures' });
  const event = createEvent.dragOver(list, { dataTransfer: { types: ['text/plain'], files: [] } });
  fireEvent(list, event);
  expect(event.defaultPrevented).toBe(false);
});

test('hides the add tile when full, but still passes pasted and dropped files on', () => {
  const { onFiles } = open([{ key: '1', name: 'a.png', state: 'done', picture: '/a.png' }], 0);
  expect(screen.queryByLabelText('Add')).toBeNull();
  fireEvent.paste(screen.getByRole('list'), { clipboardData: { files: [file('b.png')] } });
  fireEvent.drop(screen.getByRole('list'), { dataTransfer: { types: ['Files'], files: [file('c.png')] } });
  expect(onFiles.mock.calls.map(([files]) => names(files))).toEqual([['b.png'], ['c.png']]);
});

test('reorders uploaded pictures by drag and drop, but not one still uploading', () => {
  const { onMove, onFiles } = open([
    { key: '1', name: 'a.png', state: 'done', picture: '/a.png' },
    { key: '2', name: 'b.png', state: 'done', picture: '/b.png' },
    { key: '3', name: 'c.png', state: 'uploading', share: 0.5 },
  ]);
  const [first, second, third] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement];
  const setData = jest.fn();
  const dataTransfer = { types: ['text/plain'], files: [], setData, effectAllowed: '' };
  expect([first, second, third].map((tile) => tile.getAttribute('draggable'))).toEqual([
    'true',
    'true',
    null,
  ]);
  // Text from elsewhere moves nothing.
  fireEvent.drop(first, { dataTransfer });
  expect(onMove).not.toHaveBeenCalled();
  fireEvent.dragStart(first, { dataTransfer });
  // Firefox drags only what has data.
  expect(setData).toHaveBeenCalledWith('text/plain', '');
  expect(dataTransfer.effectAllowed).toBe('move');
  expect(fireEvent.dragOver(second, { dataTransfer })).toBe(false);
  expect(second.dataset.target).toBe('true');
  expect(fireEvent.drop(second, { dataTransfer })).toBe(false);
  expect(onMove.mock.calls).toEqual([['1', '2']]);
  expect(second.dataset.target).toBeUndefined();
  // Dropped where it was: nothing changes.
  fireEvent.dragStart(second, { dataTransfer });
  fireEvent.drop(second, { dataTransfer });
  fireEvent.dragOver(first, { dataTransfer });
  expect(first.dataset.target).toBeUndefined();
  expect(onMove).toHaveBeenCalledTimes(1);
  expect(onFiles).not.toHaveBeenCalled();
});

test('offers no retry for a permanently rejected file', () => {
  open([{ key: '1', name: 'a.txt', state: 'failed', fault: 'Only pictures.', final: true }]);
  expect(screen.queryByRole('button', { name: 'Retry a.txt' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove a.txt' })).toBeTruthy();
});

test('shows picture, progress or error for each file, with cancel, retry and remove', async () => {
  const { onRemove, onRetry, container } = open([
    { key: '1', name: 'a.png', state: 'done', picture: '/a.png' },
    { key: '2', name: 'b.mp4', state: 'uploading', share: 0.5 },
    { key: '3', name: 'c.png', state: 'failed', fault: '4.6 MB. The limit is 3 MB.' },
  ]);
  expect(screen.getByRole('img', { name: 'a.png' })).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Uploading b.mp4' }).getAttribute('value')).toBe('0.5');
  expect(screen.getByRole('alert').textContent).toBe('c.png 4.6 MB. The limit is 3 MB.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel b.mp4' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry c.png' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove c.png' }));
  expect(onRemove.mock.calls).toEqual([['2'], ['3']]);
  expect(onRetry.mock.calls).toEqual([['3']]);
  await expectAccessible(container);
});

interface PickedProps {
  start: readonly UploadItem[];
  onRemoved?: () => void;
  most?: number;
}
function Picked({ start, onRemoved, most = 3 }: PickedProps) {
  const [items, setItems] = useState(start);
  return (
    <>
      <UploadTiles
        label="Pictures"
        items={items}
        words={words}
        accept="image/*"
        room={Math.max(0, most - items.length)}
        onFiles={() => undefined}
        onRemove={(key) => {
          setItems((all) => all.filter((item) => item.key !== key));
          onRemoved?.();
        }}
        onRetry={(key) =>
          setItems((all) => all.map((item) => (item.key === key ? { ...item, state: 'uploading' } : item)))
        }
      />
      <button
        type="button"
        onClick={() => setItems((all) => all.map((item) => ({ ...item, state: 'done' })))}
      >
        All arrive
      </button>
      <button
        type="button"
        onClick={() =>
          setItems((all) => all.map(({ key }) => ({ key: `${key}-own`, name: 'Logo', state: 'done' })))
        }
      >
        All get tiles of their own
      </button>
    </>
  );
}
const item = (name: string, state: UploadItem['state']): UploadItem => ({ key: name, name, state });
const reported = () => screen.getByRole('status').textContent;

test('announces completed uploads, also under a new key, and removals', async () => {
  const { unmount } = render(<Picked start={[item('a.png', 'uploading'), item('b.png', 'done')]} />);
  expect(reported()).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'All arrive' }));
  expect(reported()).toBe('a.png uploaded');
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.png' }));
  expect(reported()).toBe('b.png removed');
  unmount();
  render(<Picked start={[item('c.png', 'uploading')]} />);
  await userEvent.click(screen.getByRole('button', { name: 'All get tiles of their own' }));
  expect(reported()).toBe('c.png uploaded');
});

test('removing a tile focuses the next one; removing the last focuses the add tile', async () => {
  render(<Picked start={['a', 'b', 'c'].map((name) => item(name, 'done'))} />);
  const active = () => document.activeElement;
  await userEvent.click(screen.getByRole('button', { name: 'Remove b' }));
  expect(active()).toBe(screen.getByRole('button', { name: 'Remove c' }));
  await userEvent.keyboard('{Enter}');
  expect(active()).toBe(screen.getByLabelText('Add'));
  // A later change leaves the focus alone.
  screen.getByLabelText('Add').blur();
  act(() => screen.getByRole('button', { name: 'All arrive' }).click());
  expect(active()).toBe(document.body);
});

test('removing the last tile of a list that stays full focuses the one before', async () => {
  render(<Picked start={[item('a', 'done'), item('b', 'done')]} most={1} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove b' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove a' }));
});

test('removing a tile leaves the focus where the page has put it', async () => {
  const away = () => screen.getByRole('button', { name: 'All arrive' });
  render(<Picked start={[item('a', 'done'), item('b', 'done')]} onRemoved={() => away().focus()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove a' }));
  expect(document.activeElement).toBe(away());
});

test('retry keeps the focus on its tile', async () => {
  render(<Picked start={[item('a', 'failed'), item('b', 'done')]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Retry a' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel a' }));
  expect(reported()).toBe('');
});

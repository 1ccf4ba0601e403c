import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
} from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { LiveRegion } from '../live-region/live-region.tsx';
import { Progress } from '../progress/progress.tsx';
import styles from './upload-tiles.module.css';

/** A running or finished upload. */
export interface UploadItem {
  key: string;
  name: string;
  /** Address of a picture to show; a video or an unfinished upload shows its name. */
  picture?: string | undefined;
  state: 'uploading' | 'done' | 'failed';
  /** 0 to 1, while uploading. */
  share?: number;
  /** The error, and what to do. */
  fault?: string | undefined;
  /** The file itself was rejected: sending it again would not help. */
  final?: boolean | undefined;
}

/** Labels; the caller replaces `{name}` by the file's name. */
export interface UploadWords {
  add: string;
  uploading: (name: string) => string;
  /** Announced when a file has arrived, and when it was removed. */
  uploaded: (name: string) => string;
  removed: (name: string) => string;
  remove: (name: string) => string;
  cancel: (name: string) => string;
  retry: (name: string) => string;
  /** Shown while files are dragged over the drop zone. */
  drop: string;
}

interface UploadTilesProps {
  /** The accessible name of the list. */
  label: string;
  items: readonly UploadItem[];
  words: UploadWords;
  /** As for a file input, such as `image/*,video/*`. */
  accept: string;
  /** How many files can be added; 0 removes the add tile. */
  room: number;
  /**
   * All chosen, dropped or pasted files, also if the list is full: the caller reports those that it rejects.
   */
  onFiles: (files: File[]) => void;
  onRemove: (key: string) => void;
  onRetry?: (key: string) => void;
  /**
   * Moves a tile to another's position; without it the order is fixed. The caller offers the same by
   * keyboard.
   */
  onMove?: (key: string, to: string) => void;
  /** From the surrounding field. */
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/**
 * Files as tiles, with a tile to add more: by choice, drop or paste. An error stays on its own tile and the
 * other uploads continue.
 */
export function UploadTiles({ label, items, words, accept, room, onFiles, ...rest }: UploadTilesProps) {
  const { onRemove, onRetry, onMove, id, ...control } = rest;
  const [over, setOver] = useState(false);
  const moving = useMoving(onMove);
  const list = useRef<HTMLUListElement>(null);
  const { told, pressed } = useTold(list, items, words);

  const take = (files: FileList | null | undefined) => {
    if (files?.length) onFiles([...files]);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files);
    // Allows choosing the same file again after its removal.
    event.target.value = '';
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type !== 'dragleave');
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length > 0) take(event.clipboardData.files);
  };

  return (
    <>
      <LiveRegion role="status" as="p" className="sr">
        {told}
      </LiveRegion>
      <ul
        ref={list}
        className={styles.tiles}
        aria-label={label}
        data-over={(over && room > 0) || undefined}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drop}
        onPaste={paste}
      >
        {items.map((item) => (
          <li
            key={item.key}
            className={styles.tile}
            data-state={item.state}
            {...(item.state === 'done' && moving(item.key))}
          >
            <Content item={item} words={words} />
            <div className={styles.actions}>
              {item.state === 'failed' && !item.final && onRetry && (
                <Button
                  kind="line"
                  size="sm"
                  iconOnly
                  aria-label={words.retry(item.name)}
                  onClick={() => {
                    pressed(item.key);
                    onRetry(item.key);
                  }}
                >
                  <Icon name="refresh" />
                </Button>
              )}
              <Button
                kind="line"
                size="sm"
                iconOnly
                aria-label={(item.state === 'uploading' ? words.cancel : words.remove)(item.name)}
                onClick={() => {
                  pressed(item.key);
                  onRemove(item.key);
                }}
              >
                <Icon name="close" />
              </Button>
            </div>
          </li>
        ))}
        {room > 0 && (
          <li>
            <label className={styles.add}>
              <input
                {...control}
                id={id}
                type="file"
                // Without a title, browsers show “No file chosen” over the tile.
                title=""
                accept={accept}
                multiple={room > 1}
                // A reload must not choose the files again that the caller's draft restores.
                autoComplete="off"
                onChange={choose}
              />
              <Icon name="plus" />
              {over ? words.drop : words.add}
            </label>
          </li>
        )}
      </ul>
    </>
  );
}

/**
 * Announces which file has arrived or was removed. A press that removes its own button leaves the focus on
 * the tile at that position, or on the add tile.
 */
function useTold(
  list: RefObject<HTMLUListElement | null>,
  items: readonly UploadItem[],
  { uploaded, removed }: UploadWords,
) {
  const [told, setReported] = useState('');
  const before = useRef(items);
  const press = useRef<{ key: string; at: number } | null>(null);
  const follow = useEffectEvent(() => {
    const mine = press.current?.key;
    const message = before.current.flatMap(({ key, name, state }) => {
      const now = items.find((item) => item.key === key);
      if (!now && key === mine) return removed(name);
      // Some callers give a finished upload its own tile.
      return state === 'uploading' && (!now || now.state === 'done') ? uploaded(name) : [];
    });
    before.current = items;
    if (message.length > 0) setReported(message.join(' '));
    if (press.current && list.current && document.activeElement === document.body) {
      const { children } = list.current;
      const tile = children[Math.min(press.current.at, children.length - 1)];
      tile?.querySelector<HTMLElement>('button, input')?.focus();
    }
    press.current = null;
  });
  useEffect(() => follow(), [items]);
  return {
    told,
    pressed(key: string) {
      press.current = { key, at: items.findIndex((item) => item.key === key) };
    },
  };
}

/** Props that make a tile draggable to another's position. */
function useMoving(onMove: UploadTilesProps['onMove']) {
  const dragged = useRef<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const end = () => {
    dragged.current = null;
    setTarget(null);
  };
  return (key: string) =>
    onMove && {
      draggable: true,
      'data-target': target === key || undefined,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dragged.current = key;
        dataTransfer.effectAllowed = 'move';
        // Firefox does not drag an element without data.
        dataTransfer.setData('text/plain', '');
      },
      onDragOver: (event: DragEvent) => {
        if (dragged.current === null) return;
        event.preventDefault();
        setTarget(dragged.current === key ? null : key);
      },
      onDragLeave: () => setTarget(null),
      onDrop: () => {
        if (dragged.current === null) return;
        if (dragged.current !== key) onMove(dragged.current, key);
        end();
      },
      onDragEnd: end,
    };
}

function Content({ item, words }: { item: UploadItem; words: UploadWords }) {
  if (item.state === 'failed') {
    return (
      <LiveRegion role="alert" as="p" className={styles.fault}>
        <bdi>
          <b>{item.name}</b>
        </bdi>{' '}
        {item.fault}
      </LiveRegion>
    );
  }
  // The tile is draggable, not its picture, which would be dropped as a file.
  if (item.picture) {
    return (
      <>
        <img src={item.picture} width={160} height={100} alt={item.name} draggable={false} />
        {/* The picture's alternative text is already the name. */}
        <span className={styles.caption} aria-hidden="true">
          {item.name}
        </span>
      </>
    );
  }
  return (
    <p>
      <span className={styles.name}>{item.name}</span>
      {item.state === 'uploading' && (
        <Progress
          className={styles.progress}
          label={words.uploading(item.name)}
          {...(item.share !== undefined && { share: item.share })}
        />
      )}
    </p>
  );
}

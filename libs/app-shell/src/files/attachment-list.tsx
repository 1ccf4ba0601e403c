import type { FeedbackAttachment } from '@yunduo/api-contract';
import { useState } from 'react';
import styles from './attachment-list.module.css';
import { openInTab } from './signed-files.ts';

export interface AttachmentListProps {
  files: readonly FeedbackAttachment[];
  words: {
    /** Accessible name of the list. */
    list: string;
    /** Names of files that have none. */
    picture: string;
    video: string;
    open: (name: string) => string;
  };
  /** Asks for the files of the ticket again, with new URLs: those on the page are valid for minutes. */
  onAsk: () => Promise<readonly FeedbackAttachment[] | undefined>;
  /** Called when a URL has expired: new ones are needed. */
  onLapsed: () => void;
}

/** Attachments of a ticket: pictures open at full size in a tab, with a new URL; videos play inline. */
export function AttachmentList({ files, words, onAsk, onLapsed }: AttachmentListProps) {
  // Asked once per file until it loads: a deleted file would cause endless requests.
  const [failed] = useState(() => new Set<number>());
  const lapsed = (id: number) => {
    if (failed.has(id)) return;
    failed.add(id);
    onLapsed();
  };
  return (
    <ul className={styles.list} aria-label={words.list}>
      {files.map(({ id, kind, name, url, preview_url, human_size }) => {
        const title = name || words[kind];
        return (
          <li key={id}>
            {kind === 'picture' ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={words.open(title)}
                onClick={(event) => {
                  event.preventDefault();
                  void openInTab(async () => (await onAsk())?.find((file) => file.id === id)?.url);
                }}
              >
                <img
                  src={preview_url ?? url}
                  width={160}
                  height={100}
                  alt=""
                  onLoad={() => failed.delete(id)}
                  onError={() => lapsed(id)}
                />
              </a>
            ) : (
              // eslint-disable-next-line jsx-a11y/media-has-caption -- a visitor's own recording has no captions
              <video
                src={url}
                controls
                preload="metadata"
                width={160}
                height={100}
                aria-label={title}
                onLoadedMetadata={() => failed.delete(id)}
                onError={() => lapsed(id)}
              />
            )}
            <p>
              {title} · {human_size}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

import type { FeedbackAttachment } from '@yunduo/api-contract';
import { useFeedbackFilesMutation } from '@yunduo/data-access';
import { useRef } from 'react';
import { openInTab } from '../../../shell/open-in-tab.ts';
import { useWords } from '../../../shell/words.ts';
import styles from './tickets.module.css';

interface AttachmentListProps {
  /** The ticket's number. */
  no: string;
  attachments: readonly FeedbackAttachment[];
  /** An address has lapsed: new ones are needed. */
  onLapsed: () => void;
}

/** What was attached: pictures open whole, videos play in their place. */
export function AttachmentList({ no, attachments, onLapsed }: AttachmentListProps) {
  const t = useWords('feedback');
  const open = useOpenAttachment(no);
  const failed = useRef(new Set<number>());
  // Once until it came: a file that is gone would ask for ever.
  const lapsed = (id: number) => {
    if (failed.current.has(id)) return;
    failed.current.add(id);
    onLapsed();
  };
  const came = (id: number) => failed.current.delete(id);
  return (
    <ul className={styles.attachments} aria-label={t('ticket.attachments')}>
      {attachments.map(({ id, kind, name, url, preview_url, human_size }) => {
        const title = name || t(`ticket.${kind}`);
        return (
          <li key={id}>
            {kind === 'picture' ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={t('ticket.open', { name: title })}
                onClick={(event) => {
                  event.preventDefault();
                  void open(id);
                }}
              >
                <img
                  src={preview_url ?? url}
                  width={160}
                  height={100}
                  alt=""
                  onLoad={() => came(id)}
                  onError={() => lapsed(id)}
                />
              </a>
            ) : (
              // A visitor's own recording: there are no captions to be had.
              // eslint-disable-next-line jsx-a11y/media-has-caption
              <video
                src={url}
                controls
                preload="metadata"
                width={160}
                height={100}
                aria-label={title}
                onLoadedMetadata={() => came(id)}
                onError={() => lapsed(id)}
              />
            )}
            <p>
              {title} <span className="num">{human_size}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Opens an attachment of a ticket in a tab of its own, by an address of this moment: those on the page may have lapsed. */
function useOpenAttachment(no: string): (id: number) => Promise<void> {
  const [ask] = useFeedbackFilesMutation();
  return (id) =>
    openInTab(async () => {
      const { attachments } = await ask({ no }).unwrap();
      return attachments.find((file) => file.id === id)?.url;
    });
}

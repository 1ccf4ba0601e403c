import type { FeedbackAttachment } from '@yunduo/api-contract';
import { useRef } from 'react';
import { useWords } from '../../../shell/words.ts';
import styles from './tickets.module.css';

interface AttachmentListProps {
  attachments: readonly FeedbackAttachment[];
  /** An address has lapsed: new ones are needed. */
  onLapsed: () => void;
}

/** What was attached: pictures open whole, videos play in their place. */
export function AttachmentList({ attachments, onLapsed }: AttachmentListProps) {
  const t = useWords('feedback');
  const renewed = useRef(false);
  // Once: a file that is gone would ask for ever.
  const lapsed = () => {
    if (renewed.current) return;
    renewed.current = true;
    onLapsed();
  };
  return (
    <ul className={styles.attachments} aria-label={t('ticket.attachments')}>
      {attachments.map(({ id, kind, name, url, preview_url, human_size }) => {
        const title = name || t(`ticket.${kind}`);
        return (
          <li key={id}>
            {kind === 'picture' ? (
              <a href={url} target="_blank" rel="noreferrer" aria-label={t('ticket.open', { name: title })}>
                <img src={preview_url ?? url} width={160} height={100} alt="" onError={lapsed} />
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
                onError={lapsed}
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

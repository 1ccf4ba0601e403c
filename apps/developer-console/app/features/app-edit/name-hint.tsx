import { LiveRegion } from '@yunduo/ui';
import { useNameAvailability } from '../../forms/use-name-availability.ts';
import { useDraftState } from './use-draft.ts';
import styles from './edit.module.css';
import { useAppId } from './app-id.ts';

/** Whether the name that is being typed can be had. */
export function NameHint({ name, locale }: { name: string; locale: 'zh' | 'en' }) {
  const own = useDraftState(({ base }) => base.name[locale]);
  const id = useAppId();
  const availability = useNameAvailability(name, { id, own });
  return (
    <LiveRegion
      role="status"
      as="span"
      className={availability?.state === 'taken' ? styles.lacks : undefined}
    >
      {availability?.text ?? '\u00a0'}
    </LiveRegion>
  );
}

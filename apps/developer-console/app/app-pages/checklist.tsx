import type { DevAppDetail, DevCheck, DevVersion } from '@yunduo/api-contract';
import { useSharedWords } from '@yunduo/app-shell';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { ReactNode } from 'react';
import { useDeveloperTerms } from '../shell/developer-terms.ts';
import { useWords } from '../shell/words.ts';
import styles from './app-page.module.css';

/** What reviewers have before them, or have approved: as it was submitted, whatever the draft says since. */
export const submittedOf = ({ versions }: Pick<DevAppDetail, 'versions'>): DevVersion | undefined =>
  versions.find(({ review_status }) => review_status === 'in_review') ??
  versions.find(({ review_status }) => review_status === 'approved');

interface ChecklistProps {
  checks: readonly DevCheck[];
  /** The version that reviewers have, as it was submitted: another submission needs it back first. */
  submitted?: DevVersion;
  /** The way to a fault: its path, such as `name.en`, and what it is called. */
  way: (check: DevCheck, path: string, label: string) => ReactNode;
}

/** What is still missing before a submission, as the server finds it: one line a field, each with the way there. */
export function Checklist({ checks, submitted, way }: ChecklistProps) {
  const t = useWords('appPages');
  const terms = useDeveloperTerms();
  const words = useSharedWords('validation');
  const open = checks.filter(({ ok }) => !ok);
  if (submitted?.review_status === 'in_review')
    return <p>{t('checks.in_review', { version: submitted.version })}</p>;
  if (open.length === 0) return <p>{t('checks.ready')}</p>;
  return (
    <>
      <p>{t('checks.open', { count: open.length, all: checks.length })}</p>
      <ul className={styles.checks} aria-label={t('checks.label')}>
        {open.map((check) => (
          <li key={check.field}>
            {way(check, check.faults[0]?.path ?? check.field, terms(`field.${check.field}`))}
            <small>{check.message && words(check.message as FieldMessage)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Fields of a check that belong to a version; the rest is written on the page of the app. */
export const VERSION_FIELDS: ReadonlySet<DevCheck['field']> = new Set([
  'version',
  'git_version',
  'repo_url',
  'size',
  'version_description',
  'changes',
  'other',
]);

import type { DevAppDetail, DevCheck, DevVersion } from '@yunduo/api-contract';
import { useSharedTranslations } from '@yunduo/app-shell';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { ReactNode } from 'react';
import { useDeveloperTerms, useTranslations } from '../shell/words.ts';
import styles from './app-page.module.css';

/** The version under review or approved, as submitted, regardless of later changes to the draft. */
export const submittedOf = ({ versions }: Pick<DevAppDetail, 'versions'>): DevVersion | undefined =>
  versions.find(({ review_status }) => review_status === 'in_review') ??
  versions.find(({ review_status }) => review_status === 'approved');

interface ChecklistProps {
  checks: readonly DevCheck[];
  /** The version under review, as submitted: it must be withdrawn before another submission. */
  submitted?: DevVersion;
  /** Renders the link to an error: its path, such as `name.en`, and its label. */
  way: (check: DevCheck, path: string, label: string) => ReactNode;
}

/** Errors that the server reports before a submission: one line per field, each with a link to it. */
export function Checklist({ checks, submitted, way }: ChecklistProps) {
  const t = useTranslations('appPages');
  const terms = useDeveloperTerms();
  const words = useSharedTranslations('validation');
  const open = checks.filter(({ ok }) => !ok);
  if (submitted?.review_status === 'in_review')
    return (
      <p>
        {submitted.listing
          ? t('checks.listing_in_review')
          : t('checks.in_review', { version: submitted.version })}
      </p>
    );
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

/** Checked fields that belong to a version; all others are on the app's listing page. */
export const VERSION_FIELDS: ReadonlySet<DevCheck['field']> = new Set([
  'version',
  'git_version',
  'repo_url',
  'size',
  'version_description',
  'changes',
  'other',
]);

import { Field, TextArea, TextInput } from '@yunduo/ui';
import { codePoints, VERSION_DESCRIPTION_MAX, visibleText } from '@yunduo/validation';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { ChangeList } from './change-list.tsx';
import { PackageFile } from './package-file.tsx';
import { SizeField } from './size-field.tsx';
import type { VersionValues } from './use-version-draft.ts';
import styles from './versions.module.css';

export interface VersionFieldsProps {
  values: VersionValues;
  change: (part: Partial<VersionValues>) => void;
  errorOf: (path: string) => string | undefined;
}

/** Number, git version with its commit, repository, package, description and changes (specification §3, §5). */
export function VersionFields({ values, change, errorOf }: VersionFieldsProps) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const { description } = values;
  return (
    <>
      <div className={styles.both}>
        <Field
          id="version-version"
          label={terms('field.version')}
          hint={t('version_hint')}
          required
          error={errorOf('version')}
        >
          {(control) => (
            <TextInput
              {...control}
              className="num"
              value={values.version}
              onChange={({ target }) => change({ version: target.value })}
            />
          )}
        </Field>
        <Field
          id="version-git_version"
          label={terms('field.git_version')}
          hint={t('git_hint')}
          required
          error={errorOf('git_version')}
        >
          {(control) => (
            <TextInput
              {...control}
              className="num"
              value={values.git_version}
              onChange={({ target }) => change({ git_version: target.value })}
            />
          )}
        </Field>
        <Field
          id="version-git_commit"
          label={terms('field.git_commit')}
          hint={t('commit_hint')}
          required
          error={errorOf('git_commit')}
        >
          {(control) => (
            <TextInput
              {...control}
              className="num"
              autoComplete="off"
              spellCheck={false}
              value={values.git_commit}
              onChange={({ target }) => change({ git_commit: target.value })}
            />
          )}
        </Field>
        <Field required id="version-repo_url" label={terms('field.repo_url')} error={errorOf('repo_url')}>
          {(control) => (
            <TextInput
              {...control}
              type="url"
              placeholder="https://"
              value={values.repo_url}
              onChange={({ target }) => change({ repo_url: target.value })}
            />
          )}
        </Field>
        <SizeField size={values.size} error={errorOf('size')} onChange={(size) => change({ size })} />
        <Field
          id="version-package_sha256"
          label={terms('field.package_sha256')}
          hint={t('sha256_hint')}
          required
          error={errorOf('package_sha256')}
        >
          {(control) => (
            <TextInput
              {...control}
              className="num"
              autoComplete="off"
              spellCheck={false}
              value={values.package_sha256}
              onChange={({ target }) => change({ package_sha256: target.value })}
            />
          )}
        </Field>
      </div>
      <PackageFile onRead={change} />
      <div className={styles.both}>
        {(['zh', 'en'] as const).map((locale) => (
          <Field
            key={locale}
            id={`version-version_description.${locale}`}
            label={t(`in.${locale}`, { field: terms('field.version_description') })}
            error={errorOf(`description.${locale}`)}
            required={!description[locale === 'zh' ? 'en' : 'zh'].trim()}
            aside={
              <span className="num quiet">
                {`${codePoints(visibleText(description[locale]))}/${VERSION_DESCRIPTION_MAX}`}
              </span>
            }
          >
            {(control) => (
              <TextArea
                {...control}
                lang={locale === 'zh' ? 'zh-CN' : 'en'}
                rows={4}
                value={description[locale]}
                onChange={({ target }) => change({ description: { ...description, [locale]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
      <ChangeList changes={values.changes} errorOf={errorOf} onChange={(changes) => change({ changes })} />
    </>
  );
}

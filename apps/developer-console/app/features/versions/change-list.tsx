import type { DevVersion } from '@yunduo/api-contract';
import { useSharedTranslations } from '@yunduo/app-shell';
import { Button, Field, Icon, Select, TextInput } from '@yunduo/ui';
import { CHANGE_KINDS, VERSION_CHANGES } from '@yunduo/validation';
import { useEffect, useRef } from 'react';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './versions.module.css';

type Change = DevVersion['changes'][number];

interface ChangeListProps {
  changes: readonly Change[];
  errorOf: (path: string) => string | undefined;
  onChange: (changes: Change[]) => void;
}

/** Entries of the changelog: kind and text in both languages. Without any, the description is used. */
export function ChangeList({ changes, errorOf, onChange }: ChangeListProps) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const store = useSharedTranslations('storeTerms');
  // A new entry takes the focus.
  const added = useRef(false);
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    [...(list.current?.querySelectorAll('select') ?? [])].at(-1)?.focus();
  }, [changes.length]);
  const add = () => {
    added.current = true;
    onChange([...changes, { kind: 'feature', text: { zh: '', en: '' } }]);
  };
  const patch = (at: number, part: Partial<Change>) =>
    onChange(changes.map((change, index) => (index === at ? { ...change, ...part } : change)));
  return (
    // The focus of a removed entry stays within the list.
    <fieldset ref={list} id="version-changes" tabIndex={-1} className={styles.fields}>
      <legend className={styles.legend}>{t('changes', { field: terms('field.changes') })}</legend>
      {changes.map((change, index) => {
        const number = index + 1;
        return (
          // Entries have no ids; the inputs are controlled by their values.
          <div key={index} className={styles.change}>
            <Select
              aria-label={t('change.kind', { number })}
              value={change.kind}
              onChange={({ target }) =>
                patch(index, { kind: CHANGE_KINDS.find((kind) => kind === target.value) ?? change.kind })
              }
            >
              {CHANGE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {store(`change.${kind}`)}
                </option>
              ))}
            </Select>
            {(['zh', 'en'] as const).map((locale) => (
              <Field
                key={locale}
                id={`version-changes[${index}].text.${locale}`}
                label={t(`change.${locale}`, { number })}
                error={errorOf(`changes[${index}].text.${locale}`)}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    lang={locale === 'zh' ? 'zh-CN' : 'en'}
                    value={change.text[locale]}
                    onChange={({ target }) =>
                      patch(index, { text: { ...change.text, [locale]: target.value } })
                    }
                  />
                )}
              </Field>
            ))}
            <Button
              kind="line"
              iconOnly
              aria-label={t('change.remove', { number })}
              onClick={() => onChange(changes.filter((_change, other) => other !== index))}
            >
              <Icon name="trash" />
            </Button>
          </div>
        );
      })}
      {changes.length < VERSION_CHANGES.count && (
        <div>
          <Button kind="line" size="sm" onClick={add}>
            <Icon name="plus" />
            {t('change.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

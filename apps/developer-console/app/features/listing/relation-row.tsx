import { Badge, Button, Field, Icon, LiveRegion, TextInput } from '@yunduo/ui';
import { APP_RELATIONS } from '@yunduo/validation';
import type { ListingValues } from '../../app-pages/listing-values.ts';
import { useTranslations } from '../../shell/words.ts';
import { langOf, LOCALES } from './both-field.tsx';
import styles from './listing.module.css';
import { controlId, useFieldError } from './use-field-error.ts';

type Relation = ListingValues['relations'][number];

interface RelationRowProps {
  relation: Relation;
  /** In the page's language. */
  name: string;
  /** Path in the draft, such as `relations[2]`. */
  path: string;
  onChange: (part: Partial<Pick<Relation, 'constraint' | 'note'>>) => void;
  onRemove: () => void;
}

/** An app or package, the affected versions, and a note for visitors. */
export function RelationRow({ relation, name, path, onChange, onRemove }: RelationRowProps) {
  const t = useTranslations('listing');
  const words = useTranslations('needs');
  const errorAt = useFieldError('relations');
  const { app_key, constraint, note } = relation;
  const fault = errorAt(path) ?? errorAt(`${path}.app_key`);
  return (
    <li id={controlId(path)} tabIndex={-1} className={styles.relation}>
      <div className={styles.relationHead}>
        <bdi>
          <b className={app_key === null ? 'num' : undefined}>{name}</b>
        </bdi>
        {app_key === null ? <Badge>{words('package')}</Badge> : <span className="num quiet">{app_key}</span>}
        <Button kind="bare" size="sm" iconOnly aria-label={words('remove', { name })} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </div>
      <LiveRegion role="alert" as="p" className={styles.fault}>
        {fault}
      </LiveRegion>
      <Field
        id={controlId(`${path}.constraint`)}
        label={t('optional', { field: words('constraint') })}
        hint={words('constraint_hint')}
        error={errorAt(`${path}.constraint`)}
      >
        {(control) => (
          <TextInput
            {...control}
            className="num"
            autoComplete="off"
            maxLength={APP_RELATIONS.constraint}
            value={constraint}
            onChange={({ target }) => onChange({ constraint: target.value })}
          />
        )}
      </Field>
      <div className={styles.both}>
        {LOCALES.map((locale) => (
          <Field
            key={locale}
            id={controlId(`${path}.note.${locale}`)}
            label={t(`in.${locale}`, { field: words('note') })}
            error={errorAt(`${path}.note.${locale}`)}
          >
            {(control) => (
              <TextInput
                {...control}
                lang={langOf(locale)}
                value={note[locale]}
                onChange={({ target }) => onChange({ note: { ...note, [locale]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    </li>
  );
}

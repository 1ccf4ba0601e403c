import { useLocale } from '@yunduo/app-shell';
import { useStoreCatalogueQuery } from '@yunduo/data-access';
import { APP_RELATIONS } from '@yunduo/validation';
import { useState } from 'react';
import type { ListingValues } from '../../app-pages/listing-values.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './listing.module.css';
import { FieldSuggestions } from './field-suggestions.tsx';
import { RelationPicker, type Target } from './relation-picker.tsx';
import { RelationRow } from './relation-row.tsx';
import { useDraft, useDraftState, useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

type Relation = ListingValues['relations'][number];

const KINDS = ['dependency', 'conflict'] as const;

/** Dependencies and conflicts: apps of the store and system packages. */
export default function Relations() {
  const words = useTranslations('needs');
  const locale = useLocale();
  const { draft } = useDraft();
  const { value: relations } = useField('relations');
  const own = useDraftState(({ base }) => base.app_key);
  const errorAt = useFieldError('relations');
  const [searched, setSearched] = useState(false);
  const named = relations.some(({ app_key }) => app_key !== null);
  const catalogue = useStoreCatalogueQuery(undefined, { skip: !searched && !named });
  const apps = catalogue.data?.list ?? [];

  const change = (next: (now: readonly Relation[]) => Relation[]) =>
    draft.change({ relations: next(draft.get().content.relations) });
  const nameOf = ({ app_key, package: written }: Target): string =>
    apps.find((app) => app.app_key === app_key)?.name[locale] ?? app_key ?? written ?? '';
  const fault = errorAt('relations');

  return (
    <>
      <p className="quiet">{words('hint')}</p>
      <div className={styles.fields}>
        {KINDS.map((kind, place) => (
          <div key={kind} role="group" aria-label={words(kind)} className={styles.relations}>
            <h3>{words(kind)}</h3>
            <ul className={styles.relationList}>
              {relations.map(
                (relation, index) =>
                  relation.kind === kind && (
                    <RelationRow
                      key={index}
                      relation={relation}
                      name={nameOf(relation)}
                      path={`relations[${index}]`}
                      onChange={(part) =>
                        change((now) => now.map((one, at) => (at === index ? { ...one, ...part } : one)))
                      }
                      onRemove={() => {
                        change((now) => now.filter((_one, at) => at !== index));
                        document.getElementById(pickerId(place))?.focus();
                      }}
                    />
                  ),
              )}
            </ul>
            <RelationPicker
              id={pickerId(place)}
              label={words(`add_${kind}`)}
              apps={apps.filter(
                ({ app_key }) =>
                  app_key !== own && !relations.some((relation) => relation.app_key === app_key),
              )}
              loading={catalogue.isFetching}
              failed={catalogue.isError}
              full={relations.length >= APP_RELATIONS.count}
              onSearch={() => {
                setSearched(true);
                if (catalogue.isError) void catalogue.refetch();
              }}
              onPick={(target) =>
                change((now) => [...now, { kind, ...target, constraint: '', note: { zh: '', en: '' } }])
              }
            />
          </div>
        ))}
        {fault && <p className={styles.fault}>{fault}</p>}
        <FieldSuggestions field="relations" />
      </div>
    </>
  );
}

/** A link to the field leads to its first input. */
const pickerId = (place: number): string => controlId(place === 0 ? 'relations' : `relations-${place}`);

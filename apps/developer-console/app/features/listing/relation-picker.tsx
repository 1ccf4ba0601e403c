import type { appStore, DataOf } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { AppLogo, composes, Field, LiveRegion, SettledStatus, TextInput } from '@yunduo/ui';
import { APP_RELATIONS } from '@yunduo/validation';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslations } from '../../shell/words.ts';
import styles from './relation-picker.module.css';

type StoreApp = DataOf<typeof appStore.catalog>['list'][number];

/** An app of the store by its key, or a system package by its name. */
export interface Target {
  app_key: string | null;
  package: string | null;
}

interface RelationPickerProps {
  id: string;
  label: string;
  apps: readonly StoreApp[];
  loading: boolean;
  failed: boolean;
  /** True if the maximum is reached. */
  full: boolean;
  /** Called when the user starts to search: loads the apps. */
  onSearch: () => void;
  onPick: (target: Target) => void;
}

/** Number of apps shown; further typing narrows the list. */
const SHOWN = 8;

/** Text normalised for comparison: ignores full-width forms, accents, case and invisible characters. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();

/** Apps with the text in name or key; those that start with it come first. */
function found(apps: readonly StoreApp[], text: string): StoreApp[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  const rank = ({ app_key, name }: StoreApp): number => {
    const words = [app_key, name.zh, name.en].map(folded);
    if (words.some((word) => word.startsWith(wanted))) return 0;
    return words.some((word) => word.includes(wanted)) ? 1 : 2;
  };
  return apps
    .map((app) => ({ app, rank: rank(app) }))
    .filter((one) => one.rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, SHOWN)
    .map(({ app }) => app);
}

/** Combobox that searches the store, and accepts the name of a package; a selection is added. */
export function RelationPicker({
  id,
  label,
  apps,
  loading,
  failed,
  full,
  onSearch,
  onPick,
}: RelationPickerProps) {
  const t = useTranslations('listing');
  const words = useTranslations('needs');
  const locale = useLocale();
  const list = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [added, setAdded] = useState('');

  const written = text.trim();
  const options = [
    ...found(apps, text).map((app) => ({
      key: app.app_key,
      name: app.name[locale],
      app,
      target: { app_key: app.app_key, package: null },
    })),
    ...(written
      ? [{ key: 'package', name: written, app: null, target: { app_key: null, package: written } }]
      : []),
  ];
  const shown = open && options.length > 0;
  const current = Math.min(active, options.length - 1);

  const pick = (option: (typeof options)[number] | undefined) => {
    if (!option) return;
    onPick(option.target);
    setAdded(words('added', { name: option.name }));
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that confirms an input method's composition must not select.
    if (composes(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (shown) pick(options[current]);
      else setOpen(true);
    }
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setOpen(false);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : options.length - 1;
      if (shown) setActive((current + step) % options.length);
      else setOpen(true);
    }
  };
  const message = loading ? t('apps_loading') : shown ? words('results', { count: options.length }) : added;

  return (
    <div className={styles.picker}>
      <Field
        id={id}
        label={label}
        hint={full ? words('full', { count: APP_RELATIONS.count }) : words('search_hint')}
      >
        {(control) => (
          <TextInput
            {...control}
            role="combobox"
            aria-expanded={shown}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={shown ? `${list}-${current}` : undefined}
            autoComplete="off"
            maxLength={APP_RELATIONS.package}
            readOnly={full}
            value={text}
            onFocus={onSearch}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setText(target.value);
              setActive(0);
              setOpen(true);
            }}
          />
        )}
      </Field>
      <ul id={list} role="listbox" aria-label={label} className={styles.list} hidden={!shown}>
        {options.map((option, index) => (
          // The input handles the keys: the list is never focused.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={option.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === current}
            // The input keeps the focus, which keeps the list open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            {option.app ? (
              <>
                <AppLogo appKey={option.app.app_key} src={option.app.logo} size={24} />
                <bdi>{option.name}</bdi> <span className="num">{option.app.app_key}</span>
              </>
            ) : (
              words('as_package', { name: option.name })
            )}
          </li>
        ))}
      </ul>
      <LiveRegion role="status" as="p" className={styles.failed}>
        {failed && words('failed')}
      </LiveRegion>
      <SettledStatus text={failed ? '' : message} />
    </div>
  );
}

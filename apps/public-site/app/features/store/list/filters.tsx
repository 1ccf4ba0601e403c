import { LocaleLink, useAddressValues, useLocalePath, useSharedTranslations } from '@yunduo/app-shell';
import { Badge, Button, buttonClass, Checkbox, Field, Icon, Select } from '@yunduo/ui';
import { APP_SOURCES, ARCHITECTURES, OPERATING_SYSTEMS } from '@yunduo/validation';
import { useRef, useEffect, type RefObject } from 'react';
import { Form, useSubmit } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';
import list from './app-list.module.css';
import styles from './filters.module.css';
import { HiddenFields } from './list-forms.tsx';
import { activeFilters, listPath, withoutFilters, type ListState } from './list-state.ts';

/**
 * The filters: inline on a wide screen, a sheet behind a button on a phone. A native `details`, so that the sheet opens
 * without scripts. A choice applies at once, as in the sort form; the sheet's button closes it.
 */
export function Filters({ state }: { state: ListState }) {
  const t = useTranslations('store');
  const terms = useSharedTranslations('storeTerms');
  const localePath = useLocalePath();
  const submit = useSubmit();
  const sheet = useRef<HTMLDetailsElement>(null);
  const active = activeFilters(state);

  const form = useRef<HTMLFormElement>(null);

  const close = () => {
    sheet.current?.removeAttribute('open');
    // As a sheet: the focused element is hidden now.
    sheet.current?.querySelector('summary')?.focus({ preventScroll: true });
  };
  /** The address contains only the selected filters. */
  const apply = (chosen: HTMLFormElement) => {
    const fields = new FormData(chosen);
    for (const [name, value] of [...fields]) if (value === '') fields.delete(name);
    void submit(fields, { action: localePath('/store') });
  };
  useSheet(sheet);
  useAddressValues(form, {
    certified: state.certified,
    source: state.source ?? '',
    os: state.os ?? '',
    arch: state.arch ?? '',
  });

  return (
    <details ref={sheet} className={`overlay ${styles.filters ?? ''}`}>
      <summary className={buttonClass} data-kind="line">
        <Icon name="filter" />
        {t('filters.title')}
        {active > 0 && <Badge tone="brand">{active}</Badge>}
      </summary>
      <Form
        ref={form}
        className={`overlay ${styles.form ?? ''}`}
        action={localePath('/store')}
        aria-label={t('filters.title')}
        autoComplete="off"
        data-auto-submit
        onChange={(event) => apply(event.currentTarget)}
        onSubmit={close}
      >
        <HiddenFields state={state} without={['certified', 'source', 'os', 'arch', 'page']} />
        <Checkbox name="certified" value="1" defaultChecked={state.certified}>
          {t('filters.certified')} <span className={list.certified} aria-hidden="true" />
        </Checkbox>
        <Field id="store-source" label={t('filters.source')}>
          {(control) => (
            <Select {...control} name="source" defaultValue={state.source ?? ''}>
              <option value="">{t('filters.any_source')}</option>
              {APP_SOURCES.map((source) => (
                <option key={source} value={source}>
                  {terms(`source.${source}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id="store-os" label={t('filters.os')}>
          {(control) => (
            <Select {...control} name="os" defaultValue={state.os ?? ''}>
              <option value="">{t('filters.any_os')}</option>
              {OPERATING_SYSTEMS.map((os) => (
                <option key={os} value={os}>
                  {terms(`os.${os}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id="store-arch" label={t('filters.arch')}>
          {(control) => (
            <Select {...control} name="arch" defaultValue={state.arch ?? ''}>
              <option value="">{t('filters.any_arch')}</option>
              {ARCHITECTURES.map((arch) => (
                <option key={arch} value={arch}>
                  {terms(`arch.${arch}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className={styles.actions}>
          <Button kind="line" size="sm" type="submit">
            {t('filters.apply')}
          </Button>
          {active > 0 && (
            <LocaleLink
              to={listPath(withoutFilters(state))}
              className={buttonClass}
              data-kind="bare"
              data-size="sm"
              onClick={close}
            >
              {t('filters.clear')}
            </LocaleLink>
          )}
        </div>
      </Form>
    </details>
  );
}

/**
 * An open `details` closes on Escape and returns the focus to its summary. If its content covers the page, it also
 * closes when the focus moves to the page behind it.
 */
function useSheet(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !element.open) return;
      // The key belongs to an input method; Safari ends the composition first, and sends the code 229.
      if (event.isComposing || event.keyCode === 229) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || element.contains(relatedTarget)) return;
      const content = element.lastElementChild;
      if (content && getComputedStyle(content).position === 'fixed') element.open = false;
    };
    document.addEventListener('keydown', onKey);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('keydown', onKey);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [details]);
}

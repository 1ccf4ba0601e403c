import { useUpload } from '@yunduo/app-shell';
import type { FieldProps } from '@yunduo/app-shell/forms';
import { handledByView, useDeskArticleUploadMutation } from '@yunduo/data-access';
import { htmlLang, LOCALES, SHANGHAI, type Locale } from '@yunduo/i18n';
import { Button, Field, Notice, Skeleton, TextArea, TextInput, UploadTiles } from '@yunduo/ui';
import { ARTICLE, codePoints, isHeic, PICTURE_TYPES, visibleText } from '@yunduo/validation';
import { useEffect } from 'react';
import { RichEditor } from '../../../parts/rich-editor/lazy.ts';
import { useTellAborted, useUploadWords } from '../../../parts/upload-words.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from './content.module.css';

// Fields shared by the content forms: a text in both languages, side by side, or stacked on a phone.

export type Both = Record<Locale, string>;
export const BOTH_EMPTY: Both = { zh: '', en: '' };

/** The part of a form that these fields need. */
interface BothForm {
  field: (path: never) => FieldProps;
  errorOf: (path: never) => string | undefined;
  values: object;
  setValue: (name: never, value: unknown) => void;
  form: { id: string };
}
interface BothProps {
  form: BothForm;
  /** Name or path of the field. */
  name: string;
  label: string;
  value: Both;
  max: number;
  required?: boolean;
  rows?: number;
  hint?: string;
}

/** The error of one language; an error of both is shown at the empty one. */
function errorIn({ errorOf }: BothForm, name: string, value: Both, locale: Locale): string | undefined {
  const own = errorOf(`${name}.${locale}` as never);
  const whole = errorOf(name as never);
  return own ?? (value[locale].trim() === '' ? whole : undefined);
}

export function BothField({ form, name, label, value, max, required, rows, hint }: BothProps) {
  const t = useTranslations('deskContent');
  return (
    <div className={styles.both}>
      {LOCALES.map((locale) => (
        <Field
          key={locale}
          label={t(`in.${locale}`, { field: label })}
          error={errorIn(form, name, value, locale)}
          required={required ?? false}
          hint={hint}
          aside={<span className="num quiet">{`${codePoints(visibleText(value[locale]))}/${max}`}</span>}
        >
          {(control) =>
            rows ? (
              <TextArea
                {...control}
                {...form.field(`${name}.${locale}` as never)}
                rows={rows}
                lang={htmlLang(locale)}
                autoComplete="off"
              />
            ) : (
              <TextInput
                {...control}
                {...form.field(`${name}.${locale}` as never)}
                lang={htmlLang(locale)}
                autoComplete="off"
              />
            )
          }
        </Field>
      ))}
    </div>
  );
}

/** Rich text in both languages; the server sanitises the result. */
export function BothRich({ form, name, label, value }: Pick<BothProps, 'form' | 'name' | 'label' | 'value'>) {
  const t = useTranslations('deskContent');
  const now = value;
  return (
    <div className={styles.both}>
      {LOCALES.map((locale) => {
        const id = `${form.form.id}-${name}-${locale}`;
        const error = errorIn(form, name, value, locale);
        return (
          <div key={locale}>
            <p id={`${id}-label`} className={styles.label}>
              {t(`in.${locale}`, { field: label })}
            </p>
            <RichEditor
              waiting={<Skeleton label={t('article.html_loading')} rows={3} />}
              id={id}
              lang={htmlLang(locale)}
              html={value[locale]}
              fault={error}
              required={false}
              onChange={(html) => form.setValue(name as never, { ...now, [locale]: html })}
            />
            {error && (
              <p id={`${id}-error`} className={styles.error}>
                {error}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

export interface Picture {
  /** The article's value: a stored picture, or a drawing of the site; empty for none. */
  name: string;
  url: string;
}

/** The picture of an article: uploaded as soon as it is selected, dropped or pasted. */
export function PictureField(props: {
  picture: Picture;
  error: string | undefined;
  onChange: (picture: Picture) => void;
  /** Whether an upload is running: what is saved now would lack its picture. */
  onUploading: (running: boolean) => void;
}) {
  const { picture, error, onChange, onUploading } = props;
  const t = useTranslations('deskContent');
  const edit = useTranslations('listing');
  const [upload] = useDeskArticleUploadMutation();
  const words = useUploadWords(t('article.picture_add'));
  const { uploads, add, retry, remove } = useUpload({
    send: (file, onProgress) => upload(handledByView({ file, onProgress })),
    check: (file) =>
      isHeic(file)
        ? edit('upload.heic')
        : file.size > ARTICLE.pictureBytesMax
          ? t('article.picture_too_large')
          : undefined,
    onDone: ({ picture: name, url }) => {
      onChange({ name, url });
      return undefined;
    },
    onFailure: (failure) => failure?.msg || edit('upload.failed'),
    onAbort: useTellAborted(),
  });
  const running = uploads.some(({ state }) => state === 'uploading');
  useEffect(() => {
    onUploading(running);
    return () => onUploading(false);
  }, [running, onUploading]);
  const drawing = t('article.picture_drawing', { name: picture.name });
  const own = picture.name
    ? [
        {
          key: 'picture',
          name: picture.url ? t('article.picture') : drawing,
          state: 'done' as const,
          ...(picture.url && { picture: picture.url }),
        },
      ]
    : [];
  return (
    <Field
      label={t('article.picture')}
      hint={picture.name && !picture.url ? drawing : t('article.picture_hint')}
      error={error}
    >
      {(control) => (
        <UploadTiles
          {...control}
          label={t('article.picture')}
          items={[...own, ...uploads]}
          words={words}
          accept={PICTURE_TYPES.join()}
          room={own.length + uploads.length > 0 ? 0 : 1}
          onFiles={(files) => uploads.length === 0 && add(files.slice(0, 1))}
          onRemove={(key) => void (remove(key) || onChange({ name: '', url: '' }))}
          onRetry={retry}
        />
      )}
    </Field>
  );
}

interface ConflictProps {
  title: string;
  text: string;
  onMine: () => void;
  onTheirs: () => void;
}

/** Another operator has saved meanwhile: one's own text goes on from theirs, or theirs replaces it. */
export function Conflict({ title, text, onMine, onTheirs }: ConflictProps) {
  const t = useTranslations('deskContent');
  return (
    <Notice tone="warn" title={title}>
      <p>{text}</p>
      <p className={styles.actions}>
        <Button kind="line" size="sm" onClick={onMine}>
          {t('article.conflict_mine')}
        </Button>
        <Button kind="line" size="sm" onClick={onTheirs}>
          {t('article.conflict_theirs')}
        </Button>
      </p>
    </Notice>
  );
}

/**
 * A moment as a `datetime-local` value in Shanghai time, `2026-11-18T09:05`, and back; empty if invalid, such as a year
 * of five digits.
 */
export const toShanghaiInput = (moment: string): string =>
  new Date(Date.parse(moment) + SHANGHAI).toISOString().slice(0, 16);
export const fromShanghaiInput = (text: string, before?: string): string => {
  // The seconds of an unchanged moment are kept.
  if (before && text === toShanghaiInput(before)) return before;
  const there = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) : NaN;
  return Number.isNaN(there) ? '' : new Date(there - SHANGHAI).toISOString();
};

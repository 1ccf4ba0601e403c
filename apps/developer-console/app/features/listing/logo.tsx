import { useUpload } from '@yunduo/app-shell';
import { handledByView, useDevAppUploadLogoMutation } from '@yunduo/data-access';
import { Field, UploadTiles } from '@yunduo/ui';
import { isHeic, LOGO_BYTES_MAX, LOGO_PIXELS_MIN, PICTURE_TYPES } from '@yunduo/validation';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { useAppId } from './app-id.ts';
import { FieldSuggestions } from './field-suggestions.tsx';
import { useTellAborted, useUploadWords } from '../../parts/upload-words.ts';
import { useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

/** The square logo of the app; without one the store draws a letter tile. */
export function Logo() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const id = useAppId();
  const { value, change } = useField('logo');
  const fault = useFieldError('logo')('logo');
  const [upload] = useDevAppUploadLogoMutation();
  const words = useUploadWords(t('logo.add'));
  const { uploads, add, retry, remove } = useUpload({
    send: (file, onProgress) => upload(handledByView({ id, file, onProgress })),
    check: (file) =>
      isHeic(file) ? t('upload.heic') : file.size > LOGO_BYTES_MAX ? t('logo.too_large') : undefined,
    onDone: ({ id: picture, src }) => {
      change({ id: picture, src });
      return undefined;
    },
    onFailure: (failure) => failure?.msg || t('upload.failed'),
    onAbort: useTellAborted(),
  });
  const own = value
    ? [{ key: 'logo', name: terms('field.logo'), state: 'done' as const, picture: value.src }]
    : [];
  return (
    <div>
      <Field
        id={controlId('logo')}
        label={terms('field.logo')}
        hint={t('logo.hint', { pixels: LOGO_PIXELS_MIN })}
        error={fault}
      >
        {(control) => (
          <UploadTiles
            {...control}
            label={terms('field.logo')}
            items={[...own, ...uploads]}
            words={words}
            accept={PICTURE_TYPES.join()}
            room={own.length + uploads.length > 0 ? 0 : 1}
            // A file dropped onto an existing logo replaces it.
            onFiles={(files) => uploads.length === 0 && add(files.slice(0, 1))}
            onRemove={(key) => void (remove(key) || change(null))}
            onRetry={retry}
          />
        )}
      </Field>
      <FieldSuggestions field="logo" />
    </div>
  );
}

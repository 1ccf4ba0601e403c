import { boolean, object } from 'yup';
import { PUBLISHER } from '../developer-limits.ts';
import { codePoints } from '../patterns.ts';
import { address, localized, isVisibleName, line } from './developer-app.ts';
import { emailField, key } from './text.ts';

const publisherName = () =>
  line()
    .default('')
    .test('length', key('publisher_name_length'), (value) => {
      const length = codePoints(value ?? '');
      return length === 0 || (length >= PUBLISHER.nameMin && length <= PUBLISHER.nameMax);
    })
    .test('characters', key('app_name_characters'), isVisibleName);

/** A publisher profile: a name in at least one language, a support address and a website. */
export const publisherSchema = object({
  name: object({ zh: publisherName(), en: publisherName() }).test(
    'language',
    localized(key('publisher_name_required')),
  ),
  support_email: emailField().required(key('email_required')),
  website: address(),
});

/** Developer registration: consent to the agreement, and the publisher profile. */
export const joinSchema = object({
  agree: boolean().required(key('developer_agree_required')).isTrue(key('developer_agree_required')),
  publisher: publisherSchema.optional().default(undefined),
});

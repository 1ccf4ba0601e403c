import { object, string } from 'yup';

/** The text of a request file; the server validates its content. */
export const offlineSchema = object({ request: string().trim().required('field_invalid') });

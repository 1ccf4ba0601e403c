import { object, string } from 'yup';

/** The text of a request file; what is in it is judged by the server. */
export const offlineSchema = object({ request: string().trim().required('field_invalid') });

/** The form as it is typed; contact kind and value are empty for whoever leaves none. */
export type FeedbackFormValues = {
  type: string;
  title: string;
  description: string;
  contact_kind: string;
  contact_value: string;
};

export const EMPTY: FeedbackFormValues = {
  type: '',
  title: '',
  description: '',
  contact_kind: '',
  contact_value: '',
};

// The chunk that brings yup and the rules: forms fetch it when they are first touched (see `formSchema`).
export * from '@yunduo/validation/schemas';

// The rules of the forms, loaded when one of them is first touched: `import('../../forms/rules.ts')`.
export {
  appealSchema,
  developerAppDraftSchema,
  developerAppSubmitSchema,
  developerVersionCreateSchema,
  developerVersionDraftSchema,
  developerVersionSubmitSchema,
  joinSchema,
  suggestionAnswerSchema,
  unpublishSchema,
  yankSchema,
} from '@yunduo/validation/schemas';

// The rules of the forms, loaded at the first interaction with one: `import('../../forms/rules.ts')`.
export {
  appealSchema,
  developerAppDraftSchema,
  developerAppSubmitSchema,
  developerVersionCreateSchema,
  developerVersionDraftSchema,
  developerVersionSubmitSchema,
  joinSchema,
  suggestionAnswerSchema,
  replacementSchema,
  unpublishSchema,
  yankReasonsSchema,
} from '@yunduo/validation/schemas';

/** Field errors for API clients: one sentence per rule of the document. */
export const fieldRules = {
  required: '缺少此字段',
  additionalProperties: '不支持此字段',
  type: '类型应为 {{limit}}',
  minimum: '不能小于 {{limit}}',
  maximum: '不能大于 {{limit}}',
  minLength: '至少 {{limit}} 个字符',
  maxLength: '最多 {{limit}} 个字符',
  minItems: '至少 {{limit}} 项',
  maxItems: '最多 {{limit}} 项',
  uniqueItems: '不能有重复项',
  pattern: '格式应符合 {{limit}}',
  format: '格式应为 {{limit}}',
  enum: '只能是：{{limit}}',
  invalid: '此字段无效',
};

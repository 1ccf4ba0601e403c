import type { TokenScope } from '@yunduo/validation';

/**
 * Permissions of a build token, in the same words in the control panel and in the email about a new token.
 */
export const tokenScopes = {
  'app:read': '读取应用和下载量',
  'app:write': '修改草稿、上传图片、创建版本',
  'version:submit': '提交版本审核',
} satisfies Record<TokenScope, string>;

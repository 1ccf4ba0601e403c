import type { TokenScope } from '@yunduo/validation';

/** What a build token may do: the control panel lists it, and the mail about a new token says it in the same words. */
export const tokenScopes = {
  'app:read': '读取应用和下载量',
  'app:write': '修改草稿、上传图片、创建版本',
  'version:submit': '提交版本审核',
} satisfies Record<TokenScope, string>;

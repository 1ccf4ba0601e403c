export * as captchaSchemas from './captcha.ts';
export * as contentSchemas from './content.ts';
export * as developerSchemas from './developer.ts';
export * as storeSchemas from './store.ts';
export * as userSchemas from './user.ts';
export type { CallSchemas, ShapeOf, Static } from './define.ts';

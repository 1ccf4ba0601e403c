import { browserTests } from '@yunduo/e2e/playwright';

export default browserTests(import.meta.dirname, 'public-site-e2e', 'zh-375');

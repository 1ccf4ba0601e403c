import { browserTests } from '@yunduo/e2e/playwright';

export default browserTests(import.meta.dirname, 'api-client-e2e', 'en-1440');

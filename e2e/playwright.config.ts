import { browserTests } from './playwright.ts';

// Both apps on one product: `npm test`. Each app has its own configuration for `nx e2e`.
export default browserTests(import.meta.dirname, 'playwright');

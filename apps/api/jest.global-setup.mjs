// Node runs the TypeScript as it is; Jest would not transform what a setup file imports.
import { makeTemplates } from './src/testing/global-setup.ts';

export default async function setup() {
  globalThis.removeTestTemplates = await makeTemplates();
}

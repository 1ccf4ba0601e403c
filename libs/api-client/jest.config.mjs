import { clientPreset } from '../../jest.preset.mjs';

export default { ...clientPreset, rootDir: import.meta.dirname };

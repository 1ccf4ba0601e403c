import { domPreset } from '../../jest.preset.mjs';

export default { ...domPreset, rootDir: import.meta.dirname };

import { apps } from './apps.ts';
import { desk } from './desk.ts';
import { frame } from './frame.ts';
import { landing } from './landing.ts';
import { panel } from './panel.ts';

/** The developer console's words, by feature. */
export const zh = { frame, landing, apps, panel, desk };

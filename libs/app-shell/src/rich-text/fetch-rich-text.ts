import { loadChunk } from '../lazy/load-chunk.ts';

/** Requests what inserts rich text with a page that the router opens, instead of after its first rendering. */
export const fetchRichText = (): void => void loadChunk(() => import('./sanitise.ts')).catch(() => undefined);

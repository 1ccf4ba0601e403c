import type { Words } from '../words.ts';
import type { network as zh } from '../zh/network.ts';

export const network = {
  lost: 'No connection. Check your network and try again.',
  again: 'Try again',
} satisfies Words<typeof zh>;

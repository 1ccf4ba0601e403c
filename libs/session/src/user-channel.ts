import type { User } from '@yunduo/api-contract';

/**
 * Avatar and nickname between the tabs of one browser. The token uses the storage event, the user this
 * channel.
 */
const CHANNEL = 'session-user';

let listening: BroadcastChannel | null = null;

/**
 * Posts to every other tab, through the subscribed channel itself, so that this tab does not receive its own
 * message.
 */
export function tellOtherTabs(user: User): void {
  listening?.postMessage(user);
}

/** Calls back with messages of other tabs. Returns the function that stops it. */
export function hearOtherTabs(listener: (user: User) => void): () => void {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // BroadcastChannel is missing, or refused together with the storages: this tab follows no other.
    return () => undefined;
  }
  channel.onmessage = ({ data }: MessageEvent<User>) => listener(data);
  listening = channel;
  return () => {
    channel.close();
    if (listening === channel) listening = null;
  };
}

import type { User } from '@yunduo/api-contract';

/** Avatar and nickname between the tabs of one browser: the token travels by the storage event, the user by this. */
const CHANNEL = 'session-user';

let listening: BroadcastChannel | null = null;

/** Tells every other tab; the listening channel itself is used, so that this tab does not hear itself. */
export function tellOtherTabs(user: User): void {
  listening?.postMessage(user);
}

/** Calls back with what another tab told; returns the way to stop. */
export function hearOtherTabs(listener: (user: User) => void): () => void {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // It is not there, or refused along with the storages: this tab hears of no other.
    return () => undefined;
  }
  channel.onmessage = ({ data }: MessageEvent<User>) => listener(data);
  listening = channel;
  return () => {
    channel.close();
    if (listening === channel) listening = null;
  };
}

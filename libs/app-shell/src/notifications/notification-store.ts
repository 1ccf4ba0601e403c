/** A notice that waits for an answer. */
export interface Notice {
  /** One notice per key: the later replaces the earlier. */
  key: string;
  title: string;
  text?: string;
  actions?: readonly NoticeAction[];
}

export interface NoticeAction {
  label: string;
  /** The notice closes afterwards. */
  onSelect: () => void;
}

let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();
const none: readonly Notice[] = [];

const publish = (next: readonly Notice[]): void => {
  notices = next;
  listeners.forEach((listener) => listener());
};

/** Shows a notice until it is answered or closed; returns the way to close it. Browser only. */
export function notify(notice: Notice): () => void {
  publish([...notices.filter(({ key }) => key !== notice.key), notice]);
  return () => dismissNotice(notice.key);
}

export function dismissNotice(key: string): void {
  publish(notices.filter((notice) => notice.key !== key));
}

export const noticeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Notice[] => notices,
  onServer: (): readonly Notice[] => none,
};
